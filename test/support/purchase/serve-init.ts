/**
 * Before the scenarios of the project `init`: what a user does with a project of `proto-gen init`, once for the run. The
 * user writes a payment provider, lifts the limit of calls, says which platforms are trusted and how fast the warehouse
 * is, then runs `npm start`.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import type { TestProject } from "vitest/node";
import { outDirectory, repository } from "../published.js";
import { runCommand, startCommand, type Running } from "../user-process.js";
import { businessProfile } from "./business-profile.js";
import { UNTRUSTED_PATH } from "./platforms.js";
import { GEO_IP_HEADER, type Ability } from "./purchase.js";
import "./served-business.js";

// Below the repository, where its packages are found as in a project that has them installed.
const DIRECTORY = path.join(outDirectory, "served-init");

/** The payment provider, the trust and the directory are its user's. */
const ABILITIES: readonly Ability[] = ["charges", "platform trust", "kept files"];

const PROVIDER = `/** Payments of the sandbox, each written to a file. */

import { appendFileSync } from "node:fs";
import type { PaymentProvider } from "./payment-provider.js";
import { createSandbox } from "./sandbox.js";

export function createLedger(file: string): PaymentProvider {
  const sandbox = createSandbox();
  const write = (line: object): void => appendFileSync(file, JSON.stringify(line) + "\\n");
  return {
    async charge(charge) {
      const { checkoutId, paymentKey } = charge;
      const result = await sandbox.charge(charge);
      if (result === "paid") write({ kind: "charge", checkoutId, paymentKey });
      return result;
    },
    async cancel(paymentKey) {
      await sandbox.cancel(paymentKey);
      write({ kind: "cancel", paymentKey });
    },
  };
}
`;

const RATES = `/** Tests call the shop as often as they can. */

import type { RateLimit } from "@proto-gen/runtime/server";

export function shopRateLimit(_isBehindProxy: boolean): RateLimit {
  return () => undefined;
}
`;

export default async function serveInit(project: TestProject): Promise<() => Promise<void>> {
  const ledger = await writeProject();
  const env = { PORT: "0", DATA: "data", GEO_IP_COUNTRY_HEADER: GEO_IP_HEADER };
  const shop = startCommand("npm", ["start"], { cwd: DIRECTORY, env });
  try {
    const [, url = ""] = await shop.printed(/The shop is open: (\S+)\/\.well-known\/proto/);
    const directory = path.join(DIRECTORY, env.DATA);
    const addresses = { url, rest: `${url}/proto/v1`, mcp: `${url}/proto/mcp` };
    project.provide("servedBusiness", {
      ...addresses,
      abilities: ABILITIES,
      ledger,
      directory,
    });
  } catch (error) {
    shop.kill();
    throw error;
  }
  return () => end(shop);
}

/** @returns the file of the payments */
async function writeProject(): Promise<string> {
  rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(outDirectory, { recursive: true });
  const tool = path.join(repository, "bin/proto-gen.js");
  await runCommand("node", [tool, "init", DIRECTORY, "--quiet"], { cwd: outDirectory });
  const ledger = path.join(DIRECTORY, "payments.jsonl");
  writeFileSync(path.join(DIRECTORY, "src/payment/ledger.ts"), PROVIDER);
  writeFileSync(path.join(DIRECTORY, "src/rates.ts"), RATES);
  writeFileSync(path.join(DIRECTORY, "profile.json"), JSON.stringify(businessProfile()));
  edit("src/main.ts", [
    [
      'import { createSandbox } from "./payment/sandbox.js"',
      'import { createLedger } from "./payment/ledger.js"',
    ],
    ["payments: createSandbox()", `payments: createLedger(${JSON.stringify(ledger)})`],
    [
      "isTried || (platform !== undefined && trusted.has(platform))",
      `platform?.endsWith(${JSON.stringify(UNTRUSTED_PATH)}) !== true`,
    ],
    ["smtpUrl, trusted, ", "smtpUrl, "],
    ["  directory,\n", "  directory,\n  pace: { shippedMs: 2_000, deliveredMs: 4_000 },\n"],
  ]);
  return ledger;
}

function edit(file: string, changes: readonly (readonly [from: string, to: string])[]): void {
  const at = path.join(DIRECTORY, file);
  let text = readFileSync(at, "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(at, text);
}

/** npm passes the signal on to the shop, which closes. */
async function end(shop: Running): Promise<void> {
  try {
    process.kill(shop.pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
  await shop.ended;
}
