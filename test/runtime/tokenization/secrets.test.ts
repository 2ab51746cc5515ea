/**
 * No log entry, no refusal and no byte of a database has the digits of a card (§5.6).
 * `TOKENIZATION_SEED` brings a random failure back; `TOKENIZATION_RUNS` makes it look longer.
 */

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import type { LogEntry } from "@proto-gen/runtime/server";
import { ttl } from "@proto-gen/runtime/tokenization";
import fc from "fast-check";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { withFile } from "../../support/claims.js";
import {
  ACCESS_TOKENS,
  BEARERS,
  BOUND_TO_BUSINESS,
  CARD,
  detokenize,
  OWN,
  sampleTokenizer,
  sampleVault,
  send,
  tokenOf,
} from "../../support/sample-tokenizer.js";
import { propertyOptions } from "../../support/sizes.js";

const SECRETS = [...Object.values(BEARERS), ...Object.values(ACCESS_TOKENS)];

/** Of 13 to 19 digits, which nothing else here has by chance. */
const cardNumber = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 13, maxLength: 19 })
  .map((digits) => digits.join(""));

/** What a log makes of it, with causes and hidden members. */
function shown(entries: readonly LogEntry[]): string {
  return inspect(entries, { depth: 20, showHidden: true }) + JSON.stringify(entries);
}

function expectNothingOf(secrets: readonly string[], text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

/** Where in a request's text something is put, and what is cut. */
const damage = fc.record({
  at: fc.nat(400),
  cut: fc.nat(12),
  put: fc.constantFrom("", "number", "quoted", "key", "brace", "comma"),
});

function damaged(text: string, number: string, { at, cut, put }: Damage): string {
  const place = at % (text.length + 1);
  const inserts: Readonly<Record<Damage["put"], string>> = {
    "": "",
    number,
    quoted: JSON.stringify(number),
    key: `"${number}":1,"${number}":2,`,
    brace: `{"${number}":`,
    comma: `,"${number}`,
  };
  return text.slice(0, place) + inserts[put] + text.slice(place + cut);
}

interface Damage {
  readonly at: number;
  readonly cut: number;
  readonly put: "" | "number" | "quoted" | "key" | "brace" | "comma";
}

describe("what a tokenizer says and writes down", () => {
  it("has no digits of a card, however the request that has them is broken", async () => {
    await fc.assert(
      fc.asyncProperty(cardNumber, damage, fc.boolean(), async (number, how, isMaking) => {
        const entries: LogEntry[] = [];
        const tokenizer = sampleTokenizer(entries);
        const credential = { ...CARD, number };
        const whole = isMaking
          ? { credential, binding: BOUND_TO_BUSINESS }
          : { token: number, binding: { checkout_id: number, identity: { access_token: number } } };
        const body = damaged(JSON.stringify(whole), number, how as Damage);
        const call = isMaking ? "/tokenize" : "/detokenize";
        const answer = await send(tokenizer, { path: call, caller: "platform", body });
        expect(answer.status).toBeLessThan(500);
        expectNothingOf([number, ...SECRETS], answer.text + shown(entries));
        expect(entries).toHaveLength(1);
      }),
      propertyOptions("TOKENIZATION", { quick: 300, full: 10_000 }),
    );
  });

  it("has none of a vault that breaks over it, and nothing of tokens and bearers", async () => {
    await fc.assert(
      fc.asyncProperty(cardNumber, async (number) => {
        const entries: LogEntry[] = [];
        const real = sampleVault();
        const broken = (): never => {
          const name = `no column for ${number}`;
          throw Object.assign(new Error(name), { name, code: number, parameters: [number] });
        };
        const given = await tokenOf(sampleTokenizer([], { vault: real, policy: ttl() }));
        for (const vault of [
          { ...real, store: async () => broken() },
          { ...real, find: async () => broken() },
          {
            ...real,
            find: async (digest: string) => {
              const found = await real.find(digest);
              return found && { ...found, open: async () => broken() };
            },
          },
        ]) {
          const tokenizer = sampleTokenizer(entries, { vault });
          const body = { credential: { ...CARD, number }, binding: BOUND_TO_BUSINESS };
          await send(tokenizer, { path: "/tokenize", caller: "platform", body });
          await detokenize(tokenizer, given);
        }
        const codes = entries.map(({ status }) => status);
        expect(codes.filter((status) => status === 500).length).toBe(3);
        expectNothingOf([number, given, ...SECRETS], shown(entries));
      }),
      propertyOptions("TOKENIZATION", { quick: 10, full: 200 }),
    );
  });

  it("has, in the database, none of the credentials that were sent", () =>
    withFile(async (file) => {
      const store = createSqliteStorage({ database: new Database(file) });
      const entries: LogEntry[] = [];
      const tokenizer = sampleTokenizer(entries, { vault: sampleVault(store) });
      const numbers: string[] = [];
      const tokens: string[] = [];
      await fc.assert(
        fc.asyncProperty(cardNumber, fc.boolean(), async (number, isUsed) => {
          const body = { credential: { ...CARD, number }, binding: BOUND_TO_BUSINESS };
          const made = await send(tokenizer, { path: "/tokenize", caller: "platform", body });
          numbers.push(number);
          tokens.push(made.body["token"] as string);
          if (!isUsed) return;
          const { body: given } = await detokenize(tokenizer, made.body["token"], "business", OWN);
          expect(given["number"]).toBe(number);
        }),
        propertyOptions("TOKENIZATION", { quick: 30, full: 300 }),
      );
      const folder = path.dirname(file);
      const bytes = Buffer.concat(
        readdirSync(folder).map((name) => readFileSync(path.join(folder, name))),
      );
      await store.close();
      expect(bytes.includes("single_use")).toBe(true);
      const log = shown(entries);
      for (const secret of [...numbers, ...tokens, ...SECRETS]) {
        expect(bytes.includes(secret)).toBe(false);
        expect(log).not.toContain(secret);
      }
    }));
});
