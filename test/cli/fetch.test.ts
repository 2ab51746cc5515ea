/** `--fetch`, `--frozen` and the lock file: documents that no directory holds (DESIGN §4). */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DocumentFetchError, type DocumentFetch } from "@proto-gen/runtime/profile";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  GIFT,
  giftSchema,
  profileOf,
  release,
  SERVED,
  runTool,
  SCHEMAS,
  snapshot,
  type Release,
  type RunResult,
} from "../support/release.js";

/** A world of documents by URL: what is not there is 404. */
function world(documents: Readonly<Record<string, unknown>>): {
  readonly fetch: DocumentFetch;
  readonly asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (url) => {
      asked.push(url);
      const found = documents[url];
      if (found === undefined)
        throw new DocumentFetchError("STATUS_UNEXPECTED", { status: 404, detail: "404" });
      if (found instanceof Error) throw found;
      const text = typeof found === "string" ? found : JSON.stringify(found);
      return { status: 200, headers: new Headers(), bytes: new TextEncoder().encode(text) };
    },
  };
}

const CHECKOUT_URL = `${SCHEMAS}/checkout.json`;
const GIFT_URL = `${SCHEMAS}/gift.json`;
const DOCUMENTS = {
  [CHECKOUT_URL]: checkoutSchema(),
  [GIFT_URL]: giftSchema({ wrapping: { type: "string" } }),
};

interface Shop extends Release {
  readonly lock: string;
  readonly kept: string;
  run(fetch?: DocumentFetch, ...more: readonly string[]): Promise<RunResult>;
}

/** A profile whose schemas stand on no disk. */
function shop(profile: unknown = profileOf(checkoutAndGift(), SERVED)): Shop {
  const made = release({ profile });
  const args = ["--profile", made.profile, "--out", made.out];
  return {
    ...made,
    lock: path.join(made.directory, "proto-gen.lock.json"),
    kept: path.join(made.directory, "proto-gen.lock"),
    run: (fetch, ...more) => runTool([...args, ...more], fetch),
  };
}

describe("--fetch", () => {
  it("fetches what no directory holds, once each, and keeps it for runs without", async () => {
    const { run, lock, kept, out } = shop();
    const { fetch, asked } = world(DOCUMENTS);
    const first = await run(fetch, "--fetch");
    expect(first).toMatchObject({ code: 0 });
    expect(first.err).toContain(`new: ${GIFT_URL}\n`);
    expect(first.err).toContain("fetched 2 documents, saved in proto-gen.lock.json\n");
    expect([...asked].sort()).toEqual([CHECKOUT_URL, GIFT_URL]);
    const { documents } = JSON.parse(readFileSync(lock, "utf8")) as {
      documents: Record<string, string>;
    };
    expect(Object.keys(documents)).toEqual([CHECKOUT_URL, GIFT_URL]);
    expect(readdirSync(kept).sort()).toEqual(
      Object.values(documents)
        .map((sha256) => `${sha256}.json`)
        .sort(),
    );
    const written = snapshot(out);
    // Nothing is fetched now: the host's fetch would throw.
    expect((await run()).err).toContain("is up to date");
    rmSync(out, { recursive: true });
    expect(await run()).toMatchObject({ code: 0 });
    expect(snapshot(out)).toEqual(written);
    expect(await run(undefined, "--check")).toMatchObject({ code: 0 });
    expect((await run(fetch, "--fetch")).err).toContain("fetched 2 documents, all unchanged\n");
  });

  it("is what other commands read by, too", async () => {
    const { run, profile } = shop();
    await run(world(DOCUMENTS).fetch, "--fetch");
    const listed = await runTool(["list", "--profile", profile]);
    expect(listed).toMatchObject({ code: 0 });
    expect(listed.out).toContain(GIFT);
  });

  it("is what a manifest is read again by, too", async () => {
    const { run, profile, out } = shop();
    await run(world(DOCUMENTS).fetch, "--fetch");
    const manifest = path.join(out, "manifest.json");
    expect(await runTool(["diff", manifest, manifest, "--profile", profile])).toMatchObject({
      code: 0,
    });
  });

  it("takes what a directory holds from there", async () => {
    const { run, schemas } = shop();
    const { fetch, asked } = world(DOCUMENTS);
    const root = ["--schemas", `${schemas}=${SCHEMAS}`];
    expect(await run(fetch, "--fetch", ...root)).toMatchObject({ code: 0 });
    expect(asked).toEqual([GIFT_URL]);
  });

  it("says what changed, and drops what it kept of it", async () => {
    const { run, kept } = shop();
    await run(world(DOCUMENTS).fetch, "--fetch");
    const gift = giftSchema({ wrapping: { type: "string" }, card: { type: "string" } });
    const second = await run(world({ ...DOCUMENTS, [GIFT_URL]: gift }).fetch, "--fetch");
    expect(second.err).toContain(`changed: ${GIFT_URL}\n`);
    expect(readdirSync(kept)).toHaveLength(2);
  });

  it("keeps nothing with --dry-run, nor of a run that fails", async () => {
    const dry = shop();
    expect(await dry.run(world(DOCUMENTS).fetch, "--fetch", "--dry-run")).toMatchObject({
      code: 0,
    });
    const failed = shop();
    const { fetch } = world({ ...DOCUMENTS, [GIFT_URL]: giftSchema({ x: { type: "strnig" } }) });
    expect((await failed.run(fetch, "--fetch")).code).not.toBe(0);
    for (const { lock, kept, out } of [dry, failed])
      expect([lock, kept, out].some((each) => existsSync(each))).toBe(false);
  });

  it.each([
    ["is not there", undefined, "STATUS_UNEXPECTED: The answer's status is not 200. 404"],
    [
      "is on a private host",
      new DocumentFetchError("ADDRESS_REFUSED", { detail: "10.0.0.1" }),
      "ADDRESS_REFUSED: The host is not on the public internet. 10.0.0.1",
    ],
  ])("says why a document %s", async (_, gift, why) => {
    const { run } = shop();
    const { code, err } = await run(world({ ...DOCUMENTS, [GIFT_URL]: gift }).fetch, "--fetch");
    expect(code).toBe(3);
    expect(err).toContain(
      `LOAD_SCHEMA_UNRESOLVED: ${GIFT} names ${GIFT_URL}, which no source contains`,
    );
    expect(err).toContain(`and fetching it failed: ${why}`);
  });

  it("is named where it would help, and not asked for by itself", async () => {
    const { code, err } = await shop().run();
    expect(code).toBe(3);
    expect(err).toContain("or fetch them with generate --fetch");
  });

  it("points into a document from elsewhere by its URL", async () => {
    const { run } = shop();
    const { fetch } = world({ ...DOCUMENTS, [GIFT_URL]: '{\n  "type": "object",\n}' });
    const { code, err } = await run(fetch, "--fetch");
    expect(code).toBe(3);
    expect(err).toContain(`${GIFT_URL}:3:1`);
  });

  it("refuses one without end", async () => {
    const { run } = shop();
    const { fetch } = world({ ...DOCUMENTS, [GIFT_URL]: new DocumentFetchError("TOO_LARGE") });
    expect(await run(fetch, "--fetch")).toMatchObject({ code: 4 });
  });

  it("ends where one document leads to another for ever", async () => {
    const { run } = shop(profileOf(capability(CHECKOUT)));
    const count = { documents: 0 };
    const fetch: DocumentFetch = async (url) => {
      count.documents += 1;
      const schema = { type: "object", properties: { next: { $ref: `x${count.documents}.json` } } };
      const bytes = new TextEncoder().encode(JSON.stringify({ $id: url, ...schema }));
      return { status: 200, headers: new Headers(), bytes };
    };
    const { code, err } = await run(fetch, "--fetch");
    expect(code).toBe(4);
    expect(err).toContain("LOAD_TOO_LARGE: the profile refers to more than 256 documents to fetch");
    expect(count.documents).toBe(256);
  });
});

describe("--fetch, of what is wrong", () => {
  it("asks for no URL that is none", async () => {
    const own = { type: "object", properties: { x: { $ref: "https://[x" } } };
    const made = release({ schemas: { "checkout.json": own } });
    const { fetch, asked } = world({});
    const { code, err } = await runTool([...made.args, "--fetch"], fetch);
    expect(code).toBe(3);
    expect(err).toContain("LOAD_REF_UNRESOLVED: $ref https://[x");
    expect(asked).toEqual([]);
  });

  it("asks no more than so often for what is not there", async () => {
    const { run } = shop(profileOf(capability(CHECKOUT)));
    const anyOf = Array.from({ length: 1_000 }, (_, index) => ({ $ref: `x${index}.json` }));
    const { fetch, asked } = world({ [CHECKOUT_URL]: { type: "object", anyOf } });
    expect((await run(fetch, "--fetch")).code).not.toBe(0);
    expect(asked.length).toBeLessThanOrEqual(256);
  });

  it("shows a URL without what steers the terminal", async () => {
    const url = `${SCHEMAS}/\u001b[2J.json`;
    const { run } = shop(profileOf({ [CHECKOUT]: [{ version: "2026-01-01", schema: url }] }));
    const { err } = await run(world({}).fetch, "--fetch", "--verbose");
    expect(err).not.toContain("\u001b");
  });
});

describe("--frozen", () => {
  it("is an error where a document is not as it was, and writes nothing", async () => {
    const { run, lock, out } = shop();
    await run(world(DOCUMENTS).fetch, "--fetch");
    expect(await run(world(DOCUMENTS).fetch, "--fetch", "--frozen")).toMatchObject({ code: 0 });
    const before = [readFileSync(lock, "utf8"), snapshot(out)];
    const gift = giftSchema({ wrapping: { type: "integer" } });
    const { fetch } = world({ ...DOCUMENTS, [GIFT_URL]: gift });
    for (const flag of ["--frozen", "--check"]) {
      const { code, err } = await run(fetch, "--fetch", flag);
      expect(code).toBe(4);
      expect(err).toContain(`LOAD_LOCK_MISMATCH: ${GIFT_URL} does not match its SHA-256 in`);
    }
    expect([readFileSync(lock, "utf8"), snapshot(out)]).toEqual(before);
  });

  it("is an error where a document is new", async () => {
    const { code, err } = await shop().run(world(DOCUMENTS).fetch, "--fetch", "--frozen");
    expect(code).toBe(4);
    expect(err).toContain(`LOAD_LOCK_MISMATCH: ${CHECKOUT_URL} is not in `);
  });
});

describe("the lock file", () => {
  it.each([
    ["no JSON", "{"],
    ["no list", '{"documents": []}'],
    ["null", "null"],
    ["a path in place of a digest", `{"documents": {"${GIFT_URL}": "../../../etc/passwd"}}`],
  ])("is refused with %s in it", async (_, text) => {
    const { run, lock } = shop();
    writeFileSync(lock, text);
    const { code, err } = await run();
    expect(code).toBe(4);
    expect(err).toContain("LOAD_LOCK_INVALID: ");
  });

  it("finds out that a document was edited", async () => {
    const { run, kept, out } = shop();
    await run(world(DOCUMENTS).fetch, "--fetch");
    const [name = ""] = readdirSync(kept);
    const file = path.join(kept, name);
    writeFileSync(file, `${readFileSync(file, "utf8")} `);
    rmSync(out, { recursive: true });
    const { code, err } = await run();
    expect(code).toBe(4);
    expect(err).toContain(`LOAD_LOCK_INVALID: ${file} is not the document fetched from`);
  });

  it("asks for --fetch where a document is gone", async () => {
    const { run, kept, out } = shop();
    await run(world(DOCUMENTS).fetch, "--fetch");
    rmSync(kept, { recursive: true });
    rmSync(out, { recursive: true });
    const { code, err } = await run();
    expect(code).toBe(3);
    expect(err).toContain("or fetch them with generate --fetch");
  });

  it("keeps what another profile beside it has fetched", async () => {
    const { run, lock } = shop();
    const other = "https://example.com/schemas/other.json";
    writeFileSync(lock, JSON.stringify({ documents: { [other]: "0".repeat(64) } }));
    await run(world(DOCUMENTS).fetch, "--fetch");
    expect(readFileSync(lock, "utf8")).toContain(other);
  });
});

describe("a document from elsewhere", () => {
  const VENDOR = "com.vendor.gift";
  const VENDOR_URL = "https://vendor.com/gift.json";
  const capabilities = {
    ...capability(CHECKOUT),
    [VENDOR]: [{ version: "2026-01-01", schema: VENDOR_URL, extends: CHECKOUT }],
  };

  /** The gift of another vendor, which extends the checkout. */
  function vendorGift(properties: object, more: object = {}): object {
    const extended = { type: "object", properties };
    return { ...more, $defs: { [CHECKOUT]: { allOf: [{ $ref: CHECKOUT_URL }, extended] } } };
  }

  async function runVendor(gift: object, more: object = {}): Promise<RunResult & Shop> {
    const made = shop(profileOf(capabilities));
    const { fetch } = world({ ...DOCUMENTS, [VENDOR_URL]: gift, ...more });
    return { ...made, ...(await made.run(fetch, "--fetch")) };
  }

  it("reaches its own origin, what it extends, and the protocol's schemas", async () => {
    const bundled = "https://proto.dev/schemas/2026-11-20/shopping/types/buyer.json";
    const ends = {
      card: { $ref: "card.json" },
      total: { $ref: `${CHECKOUT_URL}#/properties/total` },
      buyer: { $ref: bundled },
    };
    const card = { $id: "https://vendor.com/card.json", type: "string" };
    const { code, err } = await runVendor(vendorGift(ends), {
      "https://vendor.com/card.json": card,
    });
    expect(err).not.toContain("LOAD_");
    expect(code).toBe(0);
  });

  it.each([
    ["another origin", "https://other.example/x.json"],
    ["another port", "https://vendor.com:8443/x.json"],
    ["http", "http://vendor.com/x.json"],
    ["the machine itself", "https://localhost/x.json"],
    ["a file", "file:///etc/passwd"],
    ["a name", "urn:example:x"],
  ])("does not reach %s, and nothing is asked", async (_, $ref) => {
    const made = shop(profileOf(capabilities));
    const { fetch, asked } = world({ ...DOCUMENTS, [VENDOR_URL]: vendorGift({ x: { $ref } }) });
    const { code, err } = await made.run(fetch, "--fetch");
    expect(code).toBe(4);
    expect(err).toContain(
      `LOAD_REFERENCE_NOT_ALLOWED: $ref ${$ref}: documents of https://vendor.com may not refer to `,
    );
    expect(asked).not.toContain($ref);
    expect(existsSync(made.lock)).toBe(false);
  });

  it.each([
    ["another origin", "https://other.example/paths.json"],
    ["a directory that --schemas names for another origin", "https://internal.example/paths.json"],
    ["a file", "file:///etc/passwd"],
  ])("does not reach %s with a part of a service either", async (_, $ref) => {
    const REST_URL = "https://vendor.com/rest.json";
    const binding = { version: "2026-01-01", transport: "rest", schema: REST_URL };
    const services = { "com.vendor.shop": [binding] };
    const made = release({
      profile: profileOf(capabilities, { services }),
      files: { "own/paths.json": {} },
    });
    const own = `${path.join(made.directory, "own")}=https://internal.example`;
    const rest = { openapi: "3.1.0", paths: { "/gifts": { $ref } } };
    const { fetch, asked } = world({
      ...DOCUMENTS,
      [VENDOR_URL]: vendorGift({ x: { type: "string" } }),
      [REST_URL]: rest,
    });
    const args = ["--profile", made.profile, "--out", made.out, "--schemas", own, "--fetch"];
    const { code, err } = await runTool(args, fetch);
    expect(code).toBe(4);
    expect(err).toContain(
      `LOAD_REFERENCE_NOT_ALLOWED: $ref ${$ref}: documents of https://vendor.com may not refer to `,
    );
    expect(asked).not.toContain($ref);
  });

  it("does not reach a directory that --schemas names for another origin", async () => {
    const made = release({ profile: profileOf(capabilities), files: { "own/secret.json": {} } });
    const own = `${path.join(made.directory, "own")}=https://internal.example`;
    const gift = vendorGift({ x: { $ref: "https://internal.example/secret.json" } });
    const { fetch } = world({ ...DOCUMENTS, [VENDOR_URL]: gift });
    const args = ["--profile", made.profile, "--out", made.out, "--schemas", own, "--fetch"];
    const { code, err } = await runTool(args, fetch);
    expect(code).toBe(4);
    expect(err).toContain("LOAD_REFERENCE_NOT_ALLOWED");
  });

  it.each([
    ["a document", { $id: CHECKOUT_URL }],
    ["a bundled one", { $id: "https://proto.dev/schemas/2026-11-20/shopping/checkout.json" }],
  ])("does not stand in for %s of somebody else's", async (_, more) => {
    const { code, err } = await runVendor(vendorGift({}, more));
    expect(code).toBe(4);
    expect(err).toContain(
      `LOAD_REFERENCE_NOT_ALLOWED: $id ${more.$id}: ${VENDOR_URL} is not a document of `,
    );
  });

  it("does not with a part of it either", async () => {
    const part = { $id: CHECKOUT_URL, type: "object" };
    const { code, err } = await runVendor(vendorGift({ x: { properties: { y: part } } }));
    expect(code).toBe(4);
    expect(err).toContain("LOAD_REFERENCE_NOT_ALLOWED: $id ");
  });

  it("is held to the same when it comes from the lock file", async () => {
    const made = await runVendor(vendorGift({ x: { type: "string" } }));
    expect(made.code).toBe(0);
    const { documents } = JSON.parse(readFileSync(made.lock, "utf8")) as {
      documents: Record<string, string>;
    };
    const text = JSON.stringify(vendorGift({ x: { $ref: "https://other.example/x.json" } }));
    const { createHash } = await import("node:crypto");
    const sha256 = createHash("sha256").update(text).digest("hex");
    writeFileSync(path.join(made.kept, `${sha256}.json`), text);
    const edited = { documents: { ...documents, [VENDOR_URL]: sha256 } };
    writeFileSync(made.lock, JSON.stringify(edited));
    const { code, err } = await made.run();
    expect(code).toBe(4);
    expect(err).toContain("LOAD_REFERENCE_NOT_ALLOWED");
  });

  it("is not fetched where the profile has no authority for it", async () => {
    const made = shop(
      profileOf({
        ...capability(CHECKOUT),
        ...capability("com.other.gift", { extends: CHECKOUT }),
      }),
    );
    const { fetch, asked } = world(DOCUMENTS);
    expect(await made.run(fetch, "--fetch")).toMatchObject({ code: 4 });
    expect(asked).toEqual([]);
  });
});
