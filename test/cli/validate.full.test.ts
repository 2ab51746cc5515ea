import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { main } from "../../src/cli/main.js";
import type { ValidateReport } from "../../src/cli/commands/validate/report.js";
import { interpret } from "../../src/interpret.js";
import {
  outDirectory,
  published,
  publishedRelease,
  publishedReleases,
  repository,
} from "../support/published.js";
import {
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  diagnosticsIn,
  GIFT,
  giftSchema,
  release,
  runTool,
  type RunResult,
} from "../support/release.js";
import { withinCpuTime } from "../support/cpu-time.js";

const directory = path.join(outDirectory, "validate");
const INSTANCES = path.join(repository, "test/data/instances");
const PROFILE = ["--profile", path.join(repository, "profile.json")];

function put(name: string, content: unknown): string {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return file;
}

function instanceOf(name: string): Record<string, unknown> {
  const text = readFileSync(path.join(INSTANCES, `${name}.json`), "utf8");
  return JSON.parse(text) as Record<string, unknown>;
}

async function reportOf(...args: readonly string[]): Promise<ValidateReport> {
  const { code, out, err } = await runTool(["validate", ...args, "--json"]);
  const report = JSON.parse(out) as ValidateReport;
  expect(code, err).toBe(report.ok ? 0 : 1);
  return report;
}

/** A shop with a gift, whose schemas are where its release says. */
function shop() {
  return release({
    capabilities: checkoutAndGift(),
    schemas: {
      "checkout.json": checkoutSchema({
        note: { type: "string", proto_request: { create: "required" } },
      }),
      "gift.json": giftSchema({ wrap: { enum: ["paper", "box"] } }),
    },
  });
}

describe("proto-gen validate, by type", () => {
  it.each([
    ["Checkout", "checkout"],
    ["Checkout", "checkout-completed"],
    ["Cart", "cart"],
    ["Order", "order"],
    ["dev.proto.shopping.catalog.search.SearchResponse", "search-response"],
  ])("accepts a valid %s: %s", async (type, name) => {
    const file = path.join(INSTANCES, `${name}.json`);
    const { ok, issues } = await reportOf(file, "--type", type, ...PROFILE);
    expect(issues).toEqual([]);
    expect(ok).toBe(true);
  });

  it("takes a view of the type by --op and direction", async () => {
    const { args } = shop();
    const file = put("request.json", { total: 1, id: "1" });
    const input = ["--type", "Checkout", ...args.slice(0, 4)];
    const { issues } = await reportOf(file, ...input, "--op", "create", "--request");
    expect(issues).toMatchObject([{ code: "required", pointer: "/note" }]);
    expect(await reportOf(file, ...input)).toMatchObject({ ok: true, issues: [] });
  });

  it("says of each issue who contributed the rule, and both places", async () => {
    const { args, schemas } = shop();
    const file = put("two.json", '{\n  "id": 5,\n  "wrap":\n    "foil"\n}');
    const { issues } = await reportOf(file, "--type", "Checkout", ...args.slice(0, 4));
    const lineOf = (name: string, text: string): number => {
      const before = readFileSync(path.join(schemas, name), "utf8").split(text)[0] ?? "";
      return before.split("\n").length;
    };
    expect(issues).toMatchObject([
      {
        code: "type",
        pointer: "/id",
        path: "$.id",
        message: "must be of type string",
        capability: CHECKOUT,
        place: { file, line: 2, column: 3 },
        rule: { pointer: "/properties/id/type", file: path.join(schemas, "checkout.json") },
      },
      {
        code: "required",
        pointer: "/total",
        capability: CHECKOUT,
        place: { file, line: 1, column: 1 },
        rule: { pointer: "/required", line: lineOf("checkout.json", '"required"') },
      },
      {
        code: "enum",
        pointer: "/wrap",
        capability: GIFT,
        place: { file, line: 3, column: 3 },
        rule: {
          file: path.join(schemas, "gift.json"),
          pointer: `/$defs/${CHECKOUT}/allOf/1/properties/wrap/enum`,
          line: lineOf("gift.json", '"enum"'),
        },
      },
    ]);
  });

  it("names the annotation that requires a member", async () => {
    const { args } = shop();
    const file = put("empty.json", {});
    const input = ["--type", "CheckoutCreateRequest", ...args.slice(0, 4)];
    const { issues } = await reportOf(file, ...input);
    const note = issues.find(({ pointer }) => pointer === "/note");
    expect(note?.rule?.pointer).toBe("/properties/note/proto_request");
  });

  it("finds the rule in the branch that the payload was meant for", async () => {
    const checkout = { ...instanceOf("checkout"), messages: [{ type: "warning", code: 5 }] };
    const file = put("branch.json", checkout);
    const { issues } = await reportOf(file, "--type", "Checkout", ...PROFILE);
    expect(issues.length).toBeGreaterThan(0);
    for (const { rule, pointer } of issues) {
      expect(pointer).toMatch(/^\/messages\/0\//);
      expect(rule?.file).toMatch(/message_warning\.json$/);
    }
  });

  it("finds the rule of every keyword", async () => {
    const properties = {
      a: { anyOf: [{ type: "string" }, { type: "array", contains: { const: 1 } }] },
      b: { oneOf: [{ minimum: 2 }, { multipleOf: 2 }] },
      c: { not: { type: "null" } },
      d: { propertyNames: { maxLength: 1 } },
      e: { if: { required: ["x"] }, then: { required: ["y"] } },
      f: { prefixItems: [{ type: "integer" }], items: false },
      g: { unevaluatedProperties: false, allOf: [{ properties: { q: true } }] },
      h: { dependentRequired: { p: ["r"] } },
      i: false,
      j: { uniqueItems: true, minItems: 3 },
      k: { dependentSchemas: { p: { required: ["z"] } } },
      l: { patternProperties: { "^x": { format: "uri" } } },
      m: { additionalProperties: { maximum: 1 }, properties: { n: { pattern: "^n$" } } },
      o: { type: "array", contains: { const: 1 }, items: { $ref: "#/$defs/item" } },
    };
    const $defs = { item: { const: 1 } };
    const { schemas } = release({ schemas: { "checkout.json": { properties, $defs } } });
    const payload = {
      ...{ a: [2], b: 4, c: null, d: { long: 1 }, e: { x: 1 }, f: ["s", 2], g: { q: 1, w: 2 } },
      ...{
        h: { p: 1 },
        i: 1,
        j: [1, 1],
        k: { p: 1 },
        l: { xx: "::" },
        m: { n: "o", p: 2 },
        o: [2],
      },
    };
    const schema = path.join(schemas, "checkout.json");
    const { issues } = await reportOf(put("keywords.json", payload), "--schema", schema);
    const rules = issues.map(({ pointer, rule }) => `${pointer} ${rule?.pointer}`);
    expect(rules.sort()).toEqual([
      "/a /properties/a/anyOf/0/type",
      "/b /properties/b/oneOf",
      "/c /properties/c/not",
      "/d/long /properties/d/propertyNames",
      "/e/y /properties/e/then/required",
      "/f/0 /properties/f/prefixItems/0/type",
      "/f/1 /properties/f/items",
      "/g/w /properties/g/unevaluatedProperties",
      "/h/r /properties/h/dependentRequired",
      "/i /properties/i",
      "/j /properties/j/minItems",
      "/j /properties/j/uniqueItems",
      "/k/z /properties/k/dependentSchemas/p/required",
      "/l/xx /properties/l/patternProperties/^x/format",
      "/m/n /properties/m/properties/n/pattern",
      "/m/p /properties/m/additionalProperties/maximum",
      "/o /properties/o/contains",
      "/o/0 /$defs/item/const",
    ]);
  });

  it("finds a place for the rule of every issue of a payload that is wrong everywhere", async () => {
    const wrong = Object.fromEntries(
      Object.entries(instanceOf("checkout")).map(([name, value]) => [
        name,
        Array.isArray(value) ? [{}] : typeof value === "object" ? {} : 0.5,
      ]),
    );
    const { issues } = await reportOf(put("wrong.json", wrong), "--type", "Checkout", ...PROFILE);
    expect(issues.length).toBeGreaterThan(10);
    const bare = issues.filter(({ rule, place }) => rule?.line === undefined || !place.line);
    expect(bare).toEqual([]);
  });
});

describe("proto-gen validate, by schema", () => {
  it("needs no profile", async () => {
    const { schemas } = shop();
    const schema = path.join(schemas, "checkout.json");
    const input = ["--schema", schema, "--op", "create", "--request"];
    const { issues, against } = await reportOf(put("schema.json", { total: 1 }), ...input);
    expect(against).toBe(`${schema} (request.create)`);
    expect(issues).toMatchObject([
      { code: "required", pointer: "/id", capability: null },
      { code: "required", pointer: "/note", capability: null },
    ]);
  });

  it("takes a part of it by --def, and names its capability where a profile declares it", async () => {
    const { args, schemas } = shop();
    const gift = path.join(schemas, "gift.json");
    const input = ["--schema", gift, "--def", CHECKOUT, "--response", ...args.slice(0, 4)];
    const { issues } = await reportOf(put("part.json", { id: "1", total: 1, wrap: 1 }), ...input);
    expect(issues).toMatchObject([{ pointer: "/wrap", capability: GIFT }]);
  });
});

describe("proto-gen validate, of what says itself what it is", () => {
  it("a response, by the capabilities of its envelope", async () => {
    const names = ["checkout", "fulfillment", "discount"].map(
      (each) => `dev.proto.shopping.${each}`,
    );
    const checkout = instanceOf("checkout");
    const capabilities = Object.fromEntries(
      names.map((name) => [name, [{ version: "2026-11-20" }]]),
    );
    const proto = { version: "2026-11-20", status: "success", capabilities };
    const given = { ...checkout, proto };
    const valid = await reportOf(put("self.json", given));
    expect(valid).toMatchObject({
      ok: true,
      against:
        "Checkout (dev.proto.shopping.checkout + dev.proto.shopping.discount + dev.proto.shopping.fulfillment)",
    });
    const { issues } = await reportOf(put("self-bad.json", { ...given, fulfillment: 1, buyer: 1 }));
    expect(issues).toMatchObject([
      { pointer: "/buyer", capability: "dev.proto.shopping.checkout" },
      { pointer: "/fulfillment", capability: "dev.proto.shopping.fulfillment" },
    ]);
    const list = names.map((name) => ({ name, version: "2026-11-20" }));
    const asList = { ...given, proto: { ...proto, capabilities: list } };
    expect(await reportOf(put("self-list.json", asList))).toMatchObject({ ok: true });
  });

  it.each(["order", "cart", "search-response", "lookup-response"])(
    "a response: %s",
    async (name) => {
      expect(await reportOf(path.join(INSTANCES, `${name}.json`))).toMatchObject({ ok: true });
    },
  );

  it("an error, with and without capabilities", async () => {
    const proto = { version: "2026-11-20", status: "error" };
    const messages = [{ type: "error", code: "x", content: "No.", severity: "unrecoverable" }];
    const valid = await reportOf(put("error.json", { proto, messages }));
    expect(valid).toMatchObject({ ok: true });
    expect(valid.against).toMatch(/^ErrorEnvelope \(.*error_envelope\.json\)$/);
    const capabilities = { "dev.proto.shopping.catalog.search": [{ version: "2026-11-20" }] };
    const given = { proto: { ...proto, capabilities }, messages: 1 };
    const { issues } = await reportOf(put("error-bad.json", given));
    expect(issues).toMatchObject([{ pointer: "/messages" }]);
  });

  it.skipIf(published === undefined)(
    "an error of a release whose profile is named, with that release's name for it",
    async () => {
      const { profile, schemas } = publishedRelease("2026-04-08");
      const roots = schemas.map(({ directory: at, prefix = "" }) => `${at}=${prefix}`);
      const args = ["--profile", profile, ...roots.flatMap((root) => ["--schemas", root])];
      const ucp = { version: "2026-04-08", status: "error" };
      const messages = [{ type: "error", code: "x", content: "No.", severity: "unrecoverable" }];
      const valid = await reportOf(put("error-named.json", { ucp, messages }), ...args);
      expect(valid).toMatchObject({ ok: true });
      expect(valid.against).toMatch(/^ErrorEnvelope \(.*error_response\.json\)$/);
      const { issues } = await reportOf(put("no-message.json", { ucp, messages: [] }), ...args);
      expect(issues).toMatchObject([{ pointer: "/messages" }]);
    },
  );

  it("is judged as the type that knows most of its members", async () => {
    const { proto, ...order } = instanceOf("order");
    const version = "2026-11-20";
    const both = {
      "dev.proto.shopping.cart": [{ version }],
      "dev.proto.shopping.order": [{ version }],
    };
    const given = { ...order, id: 1, proto: { ...(proto as object), capabilities: both } };
    const { against, issues } = await reportOf(put("both.json", given));
    expect(against).toBe("Order (dev.proto.shopping.order)");
    expect(issues).toMatchObject([{ pointer: "/id" }]);
  });

  it("a response of a vendor's capabilities, with the profile that declares them", async () => {
    const { args } = shop();
    const capabilities = {
      [CHECKOUT]: [{ version: "2026-01-01" }],
      [GIFT]: [{ version: "2026-01-01" }],
    };
    const payload = { proto: { version: "2026-01-01", capabilities }, id: "1", total: 1, wrap: 2 };
    const file = put("vendor.json", payload);
    const { issues } = await reportOf(file, ...args.slice(0, 4));
    expect(issues).toMatchObject([{ pointer: "/wrap", capability: GIFT }]);
  });

  it("a profile, by the discovery document of its release", async () => {
    const profile = path.join(repository, "profile.json");
    expect(await reportOf(profile)).toMatchObject({ ok: true });
    const text = readFileSync(profile, "utf8").replace(
      '"version": "2026-11-27"',
      '"version": "soon"',
    );
    const { issues } = await reportOf(put("profile.json", text));
    expect(issues).toMatchObject([
      { code: "pattern", pointer: "/proto/version", place: { line: 3 } },
    ]);
  });

  it.skipIf(published === undefined)("a published profile, with the release at hand", async () => {
    for (const { profile, schemas } of publishedReleases) {
      const [root] = schemas;
      const given = await reportOf(profile, "--schemas", `${root?.directory}=${root?.prefix}`);
      expect(given.against).toContain("profile_schema.json");
    }
  });

  it("names the schema that it looked for and did not find", async () => {
    const capabilities = { "com.example.gift": [{ version: "2026-01-01" }] };
    const file = put("unknown.json", { id: "1", proto: { version: "2026-01-01", capabilities } });
    const { code, err } = await runTool(["validate", file]);
    expect(code).toBe(3);
    expect(err).toMatch(/^LOAD_SCHEMA_UNRESOLVED: com\.example\.gift 2026-01-01/);
    expect(err).toContain(`${file}:6:27 (/proto/capabilities/com.example.gift)`);
    expect(err).toContain("--schemas");
  });
});

describe.skipIf(published === undefined)("a payload of a published release", () => {
  const [, { profile, schemas } = { profile: "", schemas: [] }] = publishedReleases;
  const [root] = schemas;
  const input = ["--schemas", `${root?.directory}=${root?.prefix}`];
  const checkout = path.join(repository, "bench/checkout.json");

  it("is valid by its type, and by what it says of itself", async () => {
    const typed = await reportOf(checkout, "--type", "Checkout", "--profile", profile, ...input);
    expect(typed.issues).toEqual([]);
    const self = await reportOf(checkout, ...input);
    expect(self.against).toMatch(/^Checkout \(dev\.ucp\.shopping\.checkout/);
    expect(self.issues).toEqual([]);
  });

  it("has the rules of its own protocol's annotations", async () => {
    const schema = path.join(root?.directory ?? "", "schemas/shopping/checkout.json");
    const view = ["--op", "create", "--request"];
    const { issues } = await reportOf(put("none.json", {}), "--schema", schema, ...view, ...input);
    const names = issues.map(({ pointer }) => pointer);
    expect(names).toContain("/line_items");
    expect(names).not.toContain("/id");
  });
});

describe("proto-gen validate, of standard input", () => {
  async function validateText(text: string, ...args: readonly string[]): Promise<RunResult> {
    const out: string[] = [];
    const err: string[] = [];
    async function* stdin(): AsyncGenerator<Uint8Array> {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    const code = await main(["validate", "-", ...args], {
      stdout: { write: (each) => out.push(each) },
      stderr: { write: (each) => err.push(each) },
      env: {},
      stdin,
      loadGenerate: () => Promise.reject(new Error("not asked for")),
      loadInterpret: () => Promise.resolve(interpret),
      loadFetch: () => Promise.reject(new Error("not asked for")),
    });
    return { code, out: out.join(""), err: err.join("") };
  }

  it("reads it by -", async () => {
    const { args } = shop();
    const input = ["--type", "Checkout", ...args.slice(0, 4)];
    const valid = await validateText('{"id": "é", "total": 1}', ...input);
    expect(valid).toEqual({ code: 0, out: "(stdin) is valid: Checkout\n", err: "" });
    const { code, out } = await validateText('{"id": "1"}', ...input);
    expect(code).toBe(1);
    expect(out).toContain("/total is required\n  (stdin):1:1\n");
  });

  it("stops reading where it is too large", async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array((given += 1) && 1024 * 1024).fill(32);
    }
    const err: string[] = [];
    const code = await main(["validate", "-"], {
      stdout: { write: () => undefined },
      stderr: { write: (each) => err.push(each) },
      env: {},
      stdin: endless,
      loadGenerate: () => Promise.reject(new Error("not asked for")),
      loadInterpret: () => Promise.resolve(interpret),
      loadFetch: () => Promise.reject(new Error("not asked for")),
    });
    expect(code).toBe(4);
    expect(err.join("")).toMatch(/^LOAD_TOO_LARGE: \(stdin\)/);
    expect(given).toBe(17);
  });
});

describe("proto-gen validate, given what it cannot use", () => {
  it.each([
    ["no JSON", '{\n  "id": nope }', /^PAYLOAD_NOT_JSON: /, "2:9"],
    ["an empty file", "", /^PAYLOAD_NOT_JSON: /, "1:1"],
    ["a key twice", '{"id": "1",\n "id": "2"}', /^PAYLOAD_NOT_JSON: .*id/, "2:2"],
    ["deeper than any reader goes", "[".repeat(100_000), /^PAYLOAD_NOT_JSON: /, "1:513"],
    ["a byte order mark", "\ufeff{}", /^PAYLOAD_NOT_JSON: .*byte order mark/, "1:1"],
  ])("a payload that is %s: place and hint, exit code 1", async (_, text, message, at) => {
    const file = put("bad.json", text);
    const result = await runTool(["validate", file, "--type", "Checkout", ...PROFILE, "--json"]);
    expect(result.code).toBe(1);
    expect(result.err).toMatch(message);
    expect(result.err).toContain(`  ${file}:${at}\n  `);
    expect(diagnosticsIn(result)).toMatchObject([
      { code: "PAYLOAD_NOT_JSON", hint: expect.any(String) },
    ]);
  });

  it("a payload of 64 GiB: refused before it is read whole", async () => {
    const file = put("large.json", "");
    // Sparse: it takes no room on the disk, and more memory than there is to read it.
    truncateSync(file, 2 ** 36);
    onTestFinished(() => rmSync(file));
    const { code, err } = await runTool(["validate", file, "--type", "Checkout", ...PROFILE]);
    expect(code).toBe(4);
    expect(err).toMatch(/^LOAD_TOO_LARGE: .*large\.json has more than 16777216 bytes/);
  });

  it("millions of issues: the first thousand, in bounded time", async () => {
    const { args } = release({
      schemas: { "checkout.json": { type: "array", items: { type: "string" } } },
    });
    const file = put("many.json", `[${"1,".repeat(5_000_000)}1]`);
    const report = await withinCpuTime(30_000, () =>
      reportOf(file, "--type", "Checkout", ...args.slice(0, 4)),
    );
    expect(report.issues).toHaveLength(1000);
    expect(report.more).toBe(true);
    expect(report.issues[999]).toMatchObject({ pointer: "/999", place: { line: 1, column: 2000 } });
  });

  it.each<[string, readonly string[], number, RegExp]>([
    ["a missing file", ["none.json"], 2, /^FILE_NOT_FOUND: none\.json: no such file/],
    ["a directory", [INSTANCES], 2, /^FILE_NOT_FOUND: .*is a directory, not a file/],
    [
      "an unknown type",
      [path.join(INSTANCES, "cart.json"), "--type", "Chekout", ...PROFILE],
      2,
      /^USAGE_UNKNOWN_TYPE: .*\n.*did you mean Checkout\?/,
    ],
    [
      "a type without a profile",
      [path.join(INSTANCES, "cart.json"), "--type", "Cart"],
      2,
      /^USAGE: --profile FILE is missing/,
    ],
    [
      "a type and a schema",
      [path.join(INSTANCES, "cart.json"), "--type", "Cart", "--schema", "x.json"],
      2,
      /^USAGE: option '--type <name>' cannot be used with option '--schema <file>'/,
    ],
    [
      "both directions",
      [path.join(INSTANCES, "cart.json"), "--request", "--response"],
      2,
      /^USAGE: option '--request' cannot be used with option '--response'/,
    ],
    [
      "a part of no schema",
      [path.join(INSTANCES, "cart.json"), "--def", "x"],
      2,
      /^USAGE: --def needs --schema/,
    ],
    [
      "a request that nothing is said of",
      [path.join(INSTANCES, "cart.json"), "--request", "--op", "create"],
      2,
      /^USAGE_UNKNOWN_PAYLOAD: a request does not name its type\n.*--type/,
    ],
    [
      "a payload that says nothing of itself",
      [path.join(repository, "package.json")],
      2,
      /^USAGE_UNKNOWN_PAYLOAD: .*neither its version nor its capabilities/,
    ],
    ["a payload too many", ["a.json", "b.json"], 2, /^USAGE: unexpected argument: b\.json/],
  ])("%s: code, reason and what to do", async (_, args, exit, text) => {
    const { code, err, out } = await runTool(["validate", ...args]);
    expect(err).toMatch(text);
    expect(code).toBe(exit);
    expect(out).toBe("");
  });

  it.each([
    ["null"],
    ["5"],
    ["[]"],
    ['{"proto": {"version": "2026-11-20", "capabilities": 5}, "id": 1}'],
    ['{"proto": {"version": "2026-11-20", "capabilities": {"a": [null]}}, "id": 1}'],
    ['{"__proto__": {"version": "1", "capabilities": {}}}'],
  ])("a payload that is %s says nothing of itself", async (text) => {
    const { code, err } = await runTool(["validate", put("odd.json", text)]);
    expect(err).toMatch(/^USAGE_UNKNOWN_PAYLOAD: /);
    expect(code).toBe(2);
  });

  it.each([
    "../../../../etc/passwd",
    "com.example/../x",
    "com.example.%2e%2e.x",
    "a",
    "x.y.__proto__",
  ])("a capability called %s leads nowhere", async (name) => {
    const capabilities = { [name]: [{ version: "../../x" }] };
    const file = put("odd-name.json", { id: 1, proto: { version: "2026-11-20", capabilities } });
    const { code, err } = await runTool(["validate", file]);
    expect(err).toMatch(/^LOAD_SCHEMA_UNRESOLVED: /);
    expect(code).toBe(3);
  });

  it.each(["urn:x", "data:,x", "nope", "", "https://", "file:///etc/passwd"])(
    "a schema at %j is nothing to read",
    async (schema) => {
      const version = "2026-11-20";
      const capabilities = { "dev.proto.shopping.checkout": [{ version, schema }] };
      for (const payload of [
        { proto: { version, capabilities } },
        { proto: { version, capabilities, status: "error" }, messages: [] },
        { proto: { version, capabilities }, id: "1" },
      ]) {
        const { code, err } = await runTool(["validate", put("odd-schema.json", payload)]);
        expect(err).not.toMatch(/INTERNAL/);
        expect([0, 1, 3]).toContain(code);
      }
    },
  );

  it("says nothing that would steer a terminal", async () => {
    const { args } = shop();
    const file = put("escape.json", JSON.stringify({ id: "1", total: "\u001b[31m" }));
    const schema = { additionalProperties: false };
    const closed = release({ schemas: { "checkout.json": checkoutSchema({}, schema) } });
    const odd = put("name.json", { id: "1", total: 1, "\u001b[31mred\u202e": 1 });
    for (const [payload, input] of [
      [file, args],
      [odd, closed.args],
    ] as const) {
      const { code, out } = await runTool([
        "validate",
        payload,
        "--type",
        "Checkout",
        ...input.slice(0, 4),
      ]);
      expect(code).toBe(1);
      expect(out).not.toMatch(/[\u001b\u202e]/);
    }
  });
});
