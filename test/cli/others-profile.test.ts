/** Whose profile it is (§1.9, §2.1): one's own is held to every rule, and another's is read entry by entry. */

import { DocumentFetchError, type DocumentFetch } from "@proto-gen/runtime/profile";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  capability,
  CHECKOUT,
  checkoutSchema,
  diagnosticsIn,
  GIFT,
  giftSchema,
  profileOf,
  release,
  runTool,
  SCHEMAS,
  SERVED,
  type RunResult,
} from "../support/release.js";

const VERSION = "2026-01-01";
const CART = "com.example.shop.cart";
const ODD = {
  reviews: [{ version: VERSION }],
  "com.example.shop.reviews": [{ version: "1.0" }],
  "com.example.shop.returns": "yes",
  [GIFT]: [{ version: VERSION, extends: CHECKOUT }],
  "com.example.shop.away": [{ version: VERSION, schema: "https://other.org/away.json" }],
};

function codesIn(run: RunResult): string[] {
  return diagnosticsIn(run).map(({ code }) => code);
}

/** The names that were left out, as the manifest has them. */
function leftOutIn(out: string): (string | undefined)[] {
  const text = readFileSync(path.join(out, "manifest.json"), "utf8");
  const { leftOut = [] } = JSON.parse(text) as { leftOut?: readonly { name?: string }[] };
  return leftOut.map(({ name }) => name);
}

describe("a file", () => {
  const given = () => release({ profile: profileOf({ ...capability(CHECKOUT), ...ODD }, SERVED) });

  it("is one's own: all its errors are reported in one run", async () => {
    const run = await runTool([...given().args, "--json"]);
    expect(run.code).toBe(4);
    const pointers = diagnosticsIn(run).map(({ code, pointer }) => `${code} ${pointer}`);
    const at = "/proto/capabilities";
    expect(pointers.toSorted()).toEqual([
      `AUTHORITY_MISMATCH ${at}/com.example.shop.away/0/schema`,
      `PROFILE_INVALID ${at}/${GIFT}/0`,
      `PROFILE_INVALID ${at}/com.example.shop.returns`,
      `PROFILE_INVALID ${at}/com.example.shop.reviews/0/version`,
      `PROFILE_INVALID ${at}/reviews`,
    ]);
  });

  it("is another's with --whose another: each odd entry is a warning, with its place and the reason", async () => {
    const { args, out } = given();
    const run = await runTool([...args, "--whose", "another"]);
    expect(run.code).toBe(0);
    expect(run.err).toContain(
      'PROFILE_LEFT_OUT: com.example.shop.reviews is left out: expected a version (a date of the calendar as YYYY-MM-DD, or draft), found "1.0"',
    );
    expect(run.err).toContain("(/proto/capabilities/com.example.shop.reviews/0/version)");
    expect(leftOutIn(out).toSorted()).toEqual(Object.keys(ODD).toSorted());
  });

  it.each(["list", "inspect", "validate", "resolve", "scaffold", "mock", "generate"])(
    "is read so by %s, which has the flags",
    async (command) => {
      const { out } = await runTool([command, "--help"]);
      expect(out).toContain("--whose <party>");
      expect(out).toContain("--strict");
    },
  );

  it("is shown by list with what was left out", async () => {
    const { profile, schemas } = given();
    const args = ["--profile", profile, "--schemas", `${schemas}=${SCHEMAS}`];
    const run = await runTool(["list", ...args, "--whose", "another"]);
    expect(run.code).toBe(0);
    expect(run.out).toContain("Left out: 5");
    expect(run.out).toContain("/proto/capabilities/reviews");
    const report = JSON.parse(
      (await runTool(["list", ...args, "--whose", "another", "--json"])).out,
    ) as { leftOut: readonly object[] };
    expect(report.leftOut[0]).toEqual({
      profile: "profile",
      name: "com.example.shop.away",
      pointer: "/proto/capabilities/com.example.shop.away/0",
      reason: expect.stringContaining("AUTHORITY_MISMATCH: ") as string,
    });
  });

  it("is another's, and --strict makes errors of all that is odd", async () => {
    const run = await runTool([...given().args, "--whose", "another", "--strict", "--json"]);
    expect(run.code).toBe(4);
    expect(codesIn(run)).toHaveLength(Object.keys(ODD).length);
  });

  it("is another's: what --capabilities names stays an error", async () => {
    const { args } = given();
    const more = ["--whose", "another", "--capabilities", `${CHECKOUT},com.example.shop.returns`];
    const run = await runTool([...args, ...more, "--json"]);
    expect(run.code).toBe(3);
    expect(diagnosticsIn(run)[0]).toMatchObject({
      code: "PROFILE_INVALID",
      pointer: "/proto/capabilities/com.example.shop.returns",
    });
  });

  it("is another's of which nothing is left: the error has all reasons", async () => {
    const { args } = release({ profile: profileOf(ODD, SERVED) });
    const run = await runTool([...args, "--whose", "another", "--json"]);
    expect(run.code).toBe(4);
    expect(codesIn(run)[0]).toBe("NEGOTIATE_EMPTY");
    expect(codesIn(run)).toHaveLength(Object.keys(ODD).length + 1);
  });

  it("is another's: the order of its entries changes neither code nor what is left out", async () => {
    const entries = Object.entries({ ...capability(CHECKOUT), ...ODD });
    const trees = [];
    for (const order of [entries, entries.toReversed()]) {
      const { args, out } = release({ profile: profileOf(Object.fromEntries(order), SERVED) });
      expect((await runTool([...args, "--whose", "another"])).code).toBe(0);
      trees.push([readFileSync(path.join(out, "index.ts"), "utf8"), leftOutIn(out)]);
    }
    expect(trees[0]).toEqual(trees[1]);
  });
});

describe("documents of another's profile", () => {
  const whose = ["--whose", "another"];

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["is not JSON", { "gift.json": "{" }, "JSON_SYNTAX"],
    [
      "refers to one that is missing",
      { "gift.json": giftSchema({ a: { $ref: "b.json" } }) },
      "b.json",
    ],
    ["breaks JSON Schema", { "gift.json": giftSchema({ a: { type: "text" } }) }, "type"],
    [
      "leaves out its base",
      { "gift.json": { $defs: { [CHECKOUT]: { allOf: [{ type: "object" }] } } } },
      "allOf",
    ],
    ["has another name", { "gift.json": { ...giftSchema({}), name: CART } }, CART],
    ["contradicts its base", { "gift.json": giftSchema({ total: { type: "string" } }) }, "total"],
  ])("one that %s takes its entry", async (_, schemas, reason) => {
    const capabilities = { ...capability(CHECKOUT), ...capability(GIFT, { extends: CHECKOUT }) };
    const { args, out } = release({ profile: profileOf(capabilities, SERVED), schemas });
    const run = await runTool([...args, ...whose]);
    expect(run.code, run.err).toBe(0);
    expect(leftOutIn(out)).toEqual([GIFT]);
    expect(run.err).toContain(reason);
    // As one's own, it is the error that it was.
    const own = await runTool(args);
    expect(own.code).toBe(3);
    expect(own.err).not.toContain("PROFILE_LEFT_OUT");
  });

  it("are read again once they are there: what was missing is in the manifest", async () => {
    const capabilities = { ...capability(CHECKOUT), ...capability(GIFT, { extends: CHECKOUT }) };
    const { args, out, schemas } = release({ profile: profileOf(capabilities, SERVED) });
    await runTool([...args, ...whose]);
    expect(leftOutIn(out)).toEqual([GIFT]);
    expect((await runTool([...args, ...whose])).err).toContain("up to date");
    writeFileSync(path.join(schemas, "gift.json"), JSON.stringify(giftSchema({ note: {} })));
    expect((await runTool([...args, ...whose])).code).toBe(0);
    expect(leftOutIn(out)).toEqual([]);
  });

  it("of a payment handler: it keeps an open config", async () => {
    const handler = { id: "pay", version: VERSION, schema: `${SCHEMAS}/pay.json` };
    const payment_handlers = { "com.example.pay": [handler] };
    for (const text of [undefined, "{"]) {
      const { args } = release({
        profile: profileOf(capability(CHECKOUT), { ...SERVED, payment_handlers }),
        schemas: text === undefined ? {} : { "pay.json": text },
      });
      const run = await runTool([...args, ...whose]);
      expect(run.code, run.err).toBe(0);
      expect(run.err).toMatch(/LOAD_HANDLER_UNRESOLVED|PROFILE_LEFT_OUT: com\.example\.pay/);
    }
  });

  it("of a service: the transport is left out", async () => {
    const [a2a] = SERVED.services["com.example.shop"];
    const rest = { version: VERSION, transport: "rest", endpoint: "https://shop.example.com/api" };
    const broken = { ...rest, transport: "mcp", schema: `${SCHEMAS}/mcp.json` };
    const services = { "com.example.shop": [a2a, rest, broken] };
    const { args, out } = release({ profile: profileOf(capability(CHECKOUT), { services }) });
    const run = await runTool([...args, ...whose]);
    expect(run.code, run.err).toBe(0);
    expect(leftOutIn(out)).toEqual(["com.example.shop", "com.example.shop"]);
    expect(run.err).toContain("(/proto/services/com.example.shop/2");
  });
});

describe("the other side's profile", () => {
  it("names the schema that a profile leaves out, for the same name and version", async () => {
    const profile = profileOf({ [CHECKOUT]: [{ version: VERSION }] }, SERVED);
    const platform = profileOf(capability(CHECKOUT));
    const { args, directory, out } = release({
      profile,
      files: { "platform.json": platform },
    });
    const more = ["--platform", path.join(directory, "platform.json")];
    expect(await runTool([...args, ...more])).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(out, "index.ts"), "utf8")).toContain("Checkout");
    expect((await runTool(args)).err).toContain(`${CHECKOUT} has no \`schema\``);
  });

  it("decides before anything is loaded: what it does not declare is not read", async () => {
    const capabilities = { ...capability(CHECKOUT), ...capability(CART) };
    const { args, directory } = release({
      profile: profileOf(capabilities, SERVED),
      schemas: { "cart.json": "{" },
      files: { "platform.json": profileOf(capability(CHECKOUT)) },
    });
    const more = ["--platform", path.join(directory, "platform.json")];
    const run = await runTool([...args, ...more]);
    expect(run.code, run.err).toBe(0);
    expect(run.err).toContain(`NEGOTIATE_PRUNED: ${CART}: not-offered`);
    expect(await runTool([...args, "--capabilities", CHECKOUT])).toMatchObject({ code: 0 });
    expect((await runTool(args)).err).toContain("JSON_SYNTAX");
  });
});

describe("a profile from a URL", () => {
  const URL = "https://shop.example.com/.well-known/proto";
  const PROFILE = profileOf({ ...capability(CHECKOUT), ...capability(CART) }, SERVED);
  const served = { [URL]: PROFILE, [`${SCHEMAS}/checkout.json`]: checkoutSchema() };

  let before: string;
  let args: readonly string[];
  let out: string;
  beforeEach(() => {
    const given = release();
    before = process.cwd();
    mkdirSync(path.join(given.directory, "work"));
    process.chdir(path.join(given.directory, "work"));
    out = given.out;
    args = ["--profile", URL, "--out", out];
  });
  afterEach(() => process.chdir(before));

  function serve(others: DocumentFetchError): DocumentFetch {
    return async (url) => {
      const found = (served as Readonly<Record<string, object>>)[url];
      if (found === undefined) throw others;
      const bytes = new TextEncoder().encode(JSON.stringify(found));
      return { status: 200, headers: new Headers(), bytes };
    };
  }

  function status(code: number): DocumentFetchError {
    return new DocumentFetchError("STATUS_UNEXPECTED", { status: code, detail: `${code}` });
  }

  it.each([
    status(404),
    status(410),
    new DocumentFetchError("REDIRECTED"),
    new DocumentFetchError("TYPE_UNEXPECTED"),
  ])(
    "is another's, also from the lock: a document that is not at hand takes its entry (%s)",
    async (answer) => {
      const run = await runTool([...args, "--fetch"], serve(answer));
      expect(run.code, run.err).toBe(0);
      expect(run.err).toMatch(new RegExp(`PROFILE_LEFT_OUT: ${CART}.*${answer.code}`));
      expect(leftOutIn(out)).toEqual([CART]);
      const offline = await runTool([...args, "--force"]);
      expect(offline.code, offline.err).toBe(0);
      expect(leftOutIn(out)).toEqual([CART]);
      const own = await runTool([...args, "--force", "--whose", "own"]);
      expect(own.code).toBe(3);
      expect(own.err).toContain("LOAD_SCHEMA_UNRESOLVED");
    },
  );

  it.each([
    status(500),
    status(503),
    status(429),
    new DocumentFetchError("TIMEOUT"),
    new DocumentFetchError("NOT_CONNECTED"),
    new DocumentFetchError("NOT_RESOLVED"),
    new DocumentFetchError("BROKEN_OFF"),
    new DocumentFetchError("TOO_LARGE"),
  ])("is another's, and what may be there the next time stays an error (%s)", async (answer) => {
    const run = await runTool([...args, "--fetch"], serve(answer));
    expect(run.code).toBeGreaterThan(0);
    expect(run.err).toMatch(/LOAD_SCHEMA_UNRESOLVED|LOAD_TOO_LARGE/);
  });
});
