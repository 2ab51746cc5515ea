/**
 * Before the scenarios of the project `storefront`: what its owner does with a copy of the storefront, once for the run. The
 * owner writes a payment provider, lifts the limit of calls, says which platforms are trusted and how fast the warehouse
 * is, then runs `npm start`.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import type { TestProject } from "vitest/node";
import { outDirectory } from "../published.js";
import { copyStorefront } from "../storefront-project.js";
import { startCommand, type Running } from "../user-process.js";
import { businessProfile } from "./business-profile.js";
import { UNTRUSTED_PATH } from "./platforms.js";
import { GEO_IP_HEADER, OF_STOREFRONT, type Ability } from "./purchase.js";
import "./served-business.js";

/** The payment provider and the trust are its owner's. */
const ABILITIES: readonly Ability[] = ["charges", "platform trust", ...OF_STOREFRONT];

const PROVIDER = `/** Payments of the sandbox, each written to a file. */

import { appendFileSync } from "node:fs";
import type { PaymentProvider } from "./payment-provider.js";
import { createSandbox } from "./sandbox.js";

export function createLedger(file: string): PaymentProvider {
  const sandbox = createSandbox();
  const write = (line: object): void => appendFileSync(file, JSON.stringify(line) + "\\n");
  return {
    ...sandbox,
    async authorize(request) {
      const { checkoutId, paymentKey } = request;
      const payment = await sandbox.authorize(request);
      if (payment.state === "captured") write({ kind: "charge", checkoutId, paymentKey });
      return payment;
    },
    async refund(paymentKey) {
      const payment = await sandbox.refund(paymentKey);
      write({ kind: "cancel", paymentKey });
      return payment;
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

type Edit = readonly [from: string, to: string];

export default function serveStorefront(project: TestProject): Promise<() => Promise<void>> {
  return serveProject(project, "served-storefront");
}

/**
 * @param name of the project's directory
 * @param storage `src/storage.ts` where its owner keeps the data elsewhere than in files
 */
export async function serveProject(
  project: TestProject,
  name: string,
  storage?: string,
): Promise<() => Promise<void>> {
  // Below the repository, where its packages are found as in a project that has them installed.
  const directory = path.join(outDirectory, name);
  const ledger = writeProject(directory);
  if (storage !== undefined) writeFileSync(path.join(directory, "src/storage.ts"), storage);
  const env = { PORT: "0", DATA: "data", GEO_IP_COUNTRY_HEADER: GEO_IP_HEADER };
  const shop = startCommand("npm", ["start"], { cwd: directory, env });
  const kept = path.join(directory, env.DATA);
  try {
    const [, url = ""] = await shop.printed(/The shop is open: (\S+)\/\.well-known\/proto/);
    project.provide("servedBusiness", {
      ...{ url, rest: `${url}/proto/v1`, mcp: `${url}/proto/mcp`, ledger },
      ...(storage === undefined
        ? { abilities: [...ABILITIES, "kept files"], directory: kept }
        : { abilities: ABILITIES }),
    });
  } catch (error) {
    shop.kill();
    throw error;
  }
  return () => end(shop);
}

/** @returns the file of the payments */
function writeProject(directory: string): string {
  mkdirSync(outDirectory, { recursive: true });
  copyStorefront(directory);
  const ledger = path.join(directory, "payments.jsonl");
  writeFileSync(path.join(directory, "src/payment/ledger.ts"), PROVIDER);
  writeFileSync(path.join(directory, "src/rates.ts"), RATES);
  writeFileSync(path.join(directory, "profile.json"), JSON.stringify(businessProfile()));
  edit(path.join(directory, "src/main.ts"), [
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

function edit(file: string, changes: readonly Edit[]): void {
  let text = readFileSync(file, "utf8");
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
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
