/** Reads the payload from a file, or from standard input for `-`. Invalid JSON is an error of the payload, not of a profile or schema. */

import { failure, ProtoGenError } from "../../../errors.js";
import { readDocument, type Document } from "../../../load/document.js";
import { readNamedFile, tooLarge } from "../../../load/named-file.js";
import type { Host } from "../../host.js";

/** 16 MiB: a service takes far less. */
const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;
const STDIN = "(stdin)";

export async function readPayload(name: string, host: Host): Promise<Document> {
  const file = name === "-" ? STDIN : name;
  const bytes = name === "-" ? await readStdin(host) : readNamedFile(name, MAX_PAYLOAD_BYTES);
  try {
    return readDocument(file, file, bytes);
  } catch (error) {
    const [problem] = error instanceof ProtoGenError ? error.diagnostics : [];
    if (problem === undefined || !problem.code.startsWith("JSON_")) throw error;
    throw failure("PAYLOAD_NOT_JSON", problem.message, {
      place: problem.place,
      hint: problem.hint,
    });
  }
}

async function readStdin({ stdin }: Host): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin?.() ?? []) {
    size += chunk.byteLength;
    if (size > MAX_PAYLOAD_BYTES) throw tooLarge(STDIN, MAX_PAYLOAD_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
