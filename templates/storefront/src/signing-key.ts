/** The key that the shop signs with (§5.4): made at the first start, and kept. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generateSigningKey, type SigningKeyPair } from "@proto-gen/runtime/signature";

/** Readable by the owner alone. */
const SECRET = 0o600;

/** @param directory where it is kept, which is there; nowhere unless given */
export async function signingKeyIn(directory: string | undefined): Promise<SigningKeyPair> {
  if (directory === undefined) return generateSigningKey();
  const file = path.join(directory, "signing-key.json");
  const kept = readIfThere(file);
  if (kept !== undefined) return JSON.parse(kept) as SigningKeyPair;
  const pair = await generateSigningKey();
  writeFileSync(file, JSON.stringify(pair), { mode: SECRET, flag: "wx" });
  return pair;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
