/** Where credentials are (§5.6): one use is one use, and a database that is stolen gives nothing. */

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import {
  createMemoryStorage,
  hasCommitted,
  readRecord,
  type Storage,
} from "@proto-gen/runtime/storage";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { aesGcmSeal, createVault, ttl } from "@proto-gen/runtime/tokenization";
import type { TokenEntry } from "../../../src/runtime/tokenization/vault.js";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { withFile } from "../../support/claims.js";
import { STORAGES } from "../../support/storages.js";
import {
  ACCESS_TOKENS,
  CARD,
  detokenize,
  OWN,
  sampleSeal,
  sampleTokenizer,
  sampleVault,
  tokenOf,
} from "../../support/sample-tokenizer.js";

const ENTRY: TokenEntry = {
  binding: "b".repeat(64),
  policy: "single_use",
  expiresAt: Date.now() + 3_600_000,
};
const CALLS = 1_000;

/** How often each status was answered. */
function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe.each(STORAGES)("a vault on storage %s", (_, open) => {
  it("gives the credential to one of 1,000 calls at once (§2.10)", async () => {
    const tokenizer = sampleTokenizer([], { vault: sampleVault(open()) });
    const token = await tokenOf(tokenizer);
    const calls = Array.from({ length: CALLS }, () => detokenize(tokenizer, token));
    expect(tally(await Promise.all(calls))).toEqual({ 200: 1, 404: CALLS - 1 });
  });

  it("gives it to all of them where the policy is a time", async () => {
    const tokenizer = sampleTokenizer([], { vault: sampleVault(open()), policy: ttl() });
    const token = await tokenOf(tokenizer);
    const calls = Array.from({ length: 50 }, () => detokenize(tokenizer, token));
    expect(tally(await Promise.all(calls))).toEqual({ 200: 50 });
  });

  it("writes over no token", async () => {
    const vault = sampleVault(open());
    await vault.store("d", ENTRY, CARD);
    await expect(vault.store("d", ENTRY, CARD)).rejects.toThrow("digest");
  });

  it("forgets what is used, and what has expired", async () => {
    let time = 0;
    const store = open({ now: () => time });
    const vault = sampleVault(store);
    await vault.store("used", { ...ENTRY, expiresAt: 10 }, CARD);
    await vault.store("kept", { ...ENTRY, expiresAt: 10 }, CARD);
    expect(await (await vault.find("used"))?.consume()).toBe(true);
    expect(await vault.find("used")).toBeUndefined();
    expect((await store.scan("token", { limit: 9 })).map(({ key }) => key)).toEqual(["kept"]);
    time = 10;
    expect(await vault.find("kept")).toBeUndefined();
  });
});

describe("a vault in a SQLite file", () => {
  it("gives the credential to one of 1,000 calls through two stores", () =>
    withFile(async (file) => {
      const stores = [file, file].map((each) =>
        createSqliteStorage({ database: new Database(each) }),
      );
      const tokenizers = stores.map((store) => sampleTokenizer([], { vault: sampleVault(store) }));
      const [first] = tokenizers;
      const token = await tokenOf(first as (typeof tokenizers)[0]);
      const calls = tokenizers.flatMap((tokenizer) =>
        Array.from({ length: CALLS / 2 }, () => detokenize(tokenizer, token)),
      );
      expect(tally(await Promise.all(calls))).toEqual({ 200: 1, 404: CALLS - 1 });
      for (const store of stores) await store.close();
    }));

  it("has neither tokens nor credentials nor access tokens among its bytes", () =>
    withFile(async (file) => {
      const store = createSqliteStorage({ database: new Database(file) });
      const tokenizer = sampleTokenizer([], { vault: sampleVault(store) });
      const tokens = [];
      for (let at = 0; at < 20; at += 1) tokens.push(await tokenOf(tokenizer));
      for (const token of tokens.slice(0, 10)) await detokenize(tokenizer, token);
      const bytes = bytesBeside(file);
      await store.close();
      const all = [bytes, bytesBeside(file)];
      for (const each of all) {
        expect(each.length).toBeGreaterThan(1_000);
        // What is there to be found is found.
        expect(each.includes("single_use")).toBe(true);
        for (const token of tokens) expect(each.includes(token.slice(4))).toBe(false);
        for (const secret of [
          CARD.number,
          CARD.number.slice(0, 6),
          '"cvc"',
          ACCESS_TOKENS.business,
        ])
          expect(each.includes(secret)).toBe(false);
      }
    }));
});

/** Of the database, its log and its index. */
function bytesBeside(file: string): Buffer {
  const directory = path.dirname(file);
  return Buffer.concat(
    readdirSync(directory).map((name) => readFileSync(path.join(directory, name))),
  );
}

describe("a vault whose database someone has written to", () => {
  async function stored(): Promise<{ store: Storage; value: object; version: number }> {
    const store = createMemoryStorage();
    await createVault({ store, seal: sampleSeal() }).store("theirs", ENTRY, CARD);
    const found = await readRecord<object>(store, "token", "theirs");
    return { store, value: found?.value ?? {}, version: found?.version ?? 0 };
  }

  it.each([
    ["another token", "mine", {}],
    ["another binding", "theirs", { binding: "c".repeat(64) }],
    ["a later end", "theirs", { expiresAt: ENTRY.expiresAt + 1 }],
    ["another policy", "theirs", { policy: "ttl" }],
  ])("does not open a credential for %s", async (_, key, changes) => {
    const { store, value, version } = await stored();
    const expected = key === "theirs" ? version : 0;
    const write = { collection: "token", key, value: { ...value, ...changes }, expected };
    expect(await hasCommitted(store, [write])).toBe(true);
    const found = await createVault({ store, seal: sampleSeal() }).find(key);
    await expect(found?.open()).rejects.toMatchObject({ code: "SEAL_BROKEN" });
  });
});

describe("a seal of AES-256-GCM", () => {
  const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte);
  const plain = new TextEncoder().encode(JSON.stringify(CARD));
  const context = new TextEncoder().encode("context");

  it("seals the same twice to what is not the same", async () => {
    const seal = sampleSeal();
    const sealed = await Promise.all(Array.from({ length: 20 }, () => seal.seal(plain, context)));
    expect(new Set(sealed).size).toBe(20);
    for (const each of sealed) expect(await seal.open(each, context)).toEqual(plain);
  });

  it("opens what another implementation has sealed", async () => {
    const raw = await crypto.subtle.importKey("raw", key(7), "AES-GCM", false, ["encrypt"]);
    const iv = new Uint8Array(12).fill(3);
    const made = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: context, tagLength: 128 },
      raw,
      plain,
    );
    const text = ["k", iv, new Uint8Array(made)].map((part) =>
      typeof part === "string" ? part : Buffer.from(part).toString("base64url"),
    );
    const seal = aesGcmSeal({ keys: { k: key(7) }, current: "k" });
    expect(await seal.open(text.join("."), context)).toEqual(plain);
  });

  it("opens with a key before the current one, and not with one that was taken out", async () => {
    const before = aesGcmSeal({ keys: { a: key(1) }, current: "a" });
    const rotated = aesGcmSeal({ keys: { a: key(1), b: key(2) }, current: "b" });
    const after = aesGcmSeal({ keys: { b: key(2) }, current: "b" });
    const old = await before.seal(plain, context);
    expect(await rotated.open(old, context)).toEqual(plain);
    await expect(after.open(old, context)).rejects.toMatchObject({ code: "SEAL_KEY_UNKNOWN" });
    expect(await after.open(await rotated.seal(plain, context), context)).toEqual(plain);
  });

  it("does not open what was changed, in any place, nor in another context", async () => {
    const seal = sampleSeal();
    const sealed = await seal.seal(plain, context);
    const [id, iv = "", text = ""] = sealed.split(".");
    const broken = [
      "",
      "a.b",
      `${sealed}.`,
      [id, "", text].join("."),
      ["first", iv, text].join("."),
      [id, iv, `${text}AAAA`].join("."),
      [id, iv, text.slice(4)].join("."),
      [id, iv, ""].join("."),
      ["__proto__", iv, text].join("."),
    ];
    for (const each of broken)
      await expect(seal.open(each, context), each).rejects.toThrow(/^SEAL_/);
    for (let at = 0; at < text.length; at += 7) {
      const other = text[at] === "A" ? "B" : "A";
      const changed = [id, iv, text.slice(0, at) + other + text.slice(at + 1)].join(".");
      await expect(seal.open(changed, context)).rejects.toMatchObject({ code: "SEAL_BROKEN" });
    }
    await expect(seal.open(sealed, plain)).rejects.toMatchObject({ code: "SEAL_BROKEN" });
  });

  it("says so where it is given no key: TypeError, without the key", () => {
    const bad: readonly (readonly [Record<string, Uint8Array>, string])[] = [
      [{}, "a"],
      [{ a: key(1) }, "b"],
      [{ a: key(1) }, "constructor"],
      [{ a: new Uint8Array(16) }, "a"],
      [{ "a.b": key(1) }, "a.b"],
      [{ a: "0".repeat(32) as unknown as Uint8Array }, "a"],
    ];
    for (const [keys, current] of bad)
      expect(() => aesGcmSeal({ keys, current })).toThrow(TypeError);
  });

  it("keeps its own copy of a key", async () => {
    const bytes = key(9);
    const seal = aesGcmSeal({ keys: { a: bytes }, current: "a" });
    bytes.fill(0);
    const zero = aesGcmSeal({ keys: { a: key(0) }, current: "a" });
    const sealed = await seal.seal(plain, context);
    await expect(zero.open(sealed, context)).rejects.toThrow();
  });
});

it("asks for the same whether a token is unknown or bound to something else", async () => {
  const counts = { find: 0, open: 0, consume: 0 };
  const real = sampleVault();
  const vault: typeof real = {
    store: real.store,
    async find(digest) {
      counts.find += 1;
      const found = await real.find(digest);
      if (found === undefined) return undefined;
      const { open, consume } = found;
      return {
        ...found,
        open: () => ((counts.open += 1), open()),
        consume: () => ((counts.consume += 1), consume()),
      };
    },
  };
  const tokenizer = sampleTokenizer([], { vault });
  const token = await tokenOf(tokenizer);
  const countsOf = async (call: Promise<unknown>): Promise<object> => {
    Object.assign(counts, { find: 0, open: 0, consume: 0 });
    await call;
    return { ...counts };
  };
  const refused = { find: 1, open: 0, consume: 0 };
  expect(await countsOf(detokenize(tokenizer, "tok_unknown"))).toEqual(refused);
  expect(await countsOf(detokenize(tokenizer, token, "other"))).toEqual(refused);
  const elsewhere = { checkout_id: "checkout_2" };
  expect(await countsOf(detokenize(tokenizer, token, "business", elsewhere))).toEqual(refused);
  const given = { find: 1, open: 1, consume: 1 };
  expect(await countsOf(detokenize(tokenizer, token, "business", OWN))).toEqual(given);
});
