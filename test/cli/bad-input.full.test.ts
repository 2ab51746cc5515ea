/**
 * Bad input, through the whole tool: each is a clear error with its code, the place in the author's
 * file, what to do and the right exit code; and nothing is written (DESIGN §4, §8; STYLE, errors).
 */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { formatDiagnostic, type DiagnosticCode, type ExitCode } from "../../src/errors.js";
import {
  capability,
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  diagnosticsIn,
  GIFT,
  giftSchema,
  profileOf,
  release,
  SERVED,
  releaseIn,
  runTool,
  SCHEMAS,
  snapshot,
  type Release,
  type ReleaseFiles,
} from "../support/release.js";

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

interface BadInput extends ReleaseFiles {
  readonly what: string;
  readonly code: DiagnosticCode;
  readonly exit: ExitCode;
  /** Options beside those that name the release; or all of them. */
  readonly options?: readonly string[];
  readonly args?: (given: Release) => readonly string[];
  /** The file the error points at, and in it the text where line and column are. */
  readonly at?: {
    readonly file: string;
    readonly text?: string;
    readonly pointer?: string | RegExp;
  };
  readonly message?: RegExp;
  readonly hint: RegExp;
}

const PROFILE = "profile.json";
const CHECKOUT_FILE = "schemas/checkout.json";

const COMMAND_LINES: readonly BadInput[] = [
  {
    what: "a profile file that is missing",
    args: ({ directory, args }) => [...args, "--profile", path.join(directory, "no.json")],
    code: "FILE_NOT_FOUND",
    exit: 2,
    at: { file: "no.json" },
    hint: /./,
  },
  {
    what: "a platform's profile that is missing",
    args: ({ directory, args }) => [...args, "--platform", path.join(directory, "no.json")],
    code: "FILE_NOT_FOUND",
    exit: 2,
    at: { file: "no.json" },
    hint: /./,
  },
  {
    what: "an unknown capability in --capabilities",
    options: ["--capabilities", "com.example.shop.chekout"],
    code: "USAGE_UNKNOWN_CAPABILITY",
    exit: 2,
    message: /com\.example\.shop\.chekout/,
    hint: /did you mean com\.example\.shop\.checkout\?/,
  },
  {
    what: "a version that the profile does not declare",
    options: ["--capabilities", `${CHECKOUT}@2025-01-01`],
    code: "USAGE_UNKNOWN_CAPABILITY",
    exit: 2,
    message: /2025-01-01.*2026-01-01/,
    hint: /./,
  },
  {
    what: "a capability with two versions",
    options: ["--capabilities", `${CHECKOUT}@2026-01-01@draft`],
    code: "USAGE_UNKNOWN_CAPABILITY",
    exit: 2,
    message: /@draft/,
    hint: /./,
  },
  {
    // Read as the working directory, it would fill that; so nothing is written in this test.
    what: "an empty --out",
    options: ["--dry-run", "--out", ""],
    code: "USAGE",
    exit: 2,
    message: /--out/,
    hint: /./,
  },
  {
    what: "an unknown option",
    options: ["--capabilites", CHECKOUT],
    code: "USAGE",
    exit: 2,
    message: /--capabilites/,
    hint: /did you mean --capabilities\?/,
  },
  {
    what: "an unknown output in --only",
    options: ["--only", "validator"],
    code: "USAGE",
    exit: 2,
    message: /validator/,
    hint: /did you mean validators\?/,
  },
  {
    what: "--schemas that is no directory",
    options: ["--schemas", "/nowhere/schemas"],
    code: "FILE_NOT_FOUND",
    exit: 2,
    message: /\/nowhere\/schemas is not a directory/,
    hint: /./,
  },
  {
    what: "--schemas that is a file",
    args: ({ profile, args }) => [...args, "--schemas", `${profile}=${SCHEMAS}`],
    code: "FILE_NOT_FOUND",
    exit: 2,
    message: /profile\.json is not a directory/,
    hint: /./,
  },
];

const DOCUMENTS: readonly BadInput[] = [
  {
    what: "broken JSON in a profile",
    profile: '{\n  "proto": {\n    "version": 2026-01-01\n  }\n}\n',
    code: "JSON_SYNTAX",
    exit: 3,
    at: { file: PROFILE, text: "-01-01" },
    hint: /./,
  },
  {
    what: "broken JSON in a schema",
    schemas: { "checkout.json": '{\n  "type": "object",\n}\n' },
    code: "JSON_SYNTAX",
    exit: 3,
    at: { file: CHECKOUT_FILE, text: "}\n" },
    hint: /./,
  },
  {
    what: "an empty profile",
    profile: "",
    code: "JSON_SYNTAX",
    exit: 3,
    at: { file: PROFILE, text: "" },
    hint: /./,
  },
  {
    what: "a duplicate key",
    schemas: { "checkout.json": '{\n  "type": "object",\n  "type": "array"\n}\n' },
    code: "JSON_DUPLICATE_KEY",
    exit: 3,
    at: { file: CHECKOUT_FILE, text: '"type": "array"' },
    message: /type/,
    hint: /keep one/,
  },
  {
    what: "a byte-order mark",
    profile: `\ufeff${JSON.stringify(profileOf(capability(CHECKOUT)))}`,
    code: "JSON_ENCODING",
    exit: 3,
    at: { file: PROFILE, text: "" },
    message: /byte-order mark/,
    hint: /./,
  },
  {
    what: "invalid UTF-8",
    profile: Buffer.from('{\n  "proto": "\xff"\n}\n', "latin1"),
    code: "JSON_ENCODING",
    exit: 3,
    at: { file: PROFILE, text: "\xff" },
    message: /UTF-8/,
    hint: /./,
  },
  {
    what: "a number that is none",
    profile: '{"proto": NaN}',
    code: "JSON_SYNTAX",
    exit: 3,
    at: { file: PROFILE, text: "NaN" },
    hint: /./,
  },
  {
    what: "a schema over 4 MiB",
    schemas: { "checkout.json": `{"description": "${"x".repeat(4 * 1024 * 1024)}"}` },
    code: "LOAD_TOO_LARGE",
    exit: 4,
    at: { file: CHECKOUT_FILE },
    message: /the limit is 4,194,304$/m,
    hint: /./,
  },
  {
    what: "a profile over 256 KiB",
    profile: JSON.stringify({ ...profileOf(capability(CHECKOUT)), pad: "x".repeat(256 * 1024) }),
    code: "LOAD_TOO_LARGE",
    exit: 4,
    at: { file: PROFILE },
    message: /262144/,
    hint: /./,
  },
];

const PROFILES: readonly BadInput[] = [
  {
    what: "a profile without the protocol's member (§2.1)",
    profile: { version: "2026-01-01", capabilities: capability(CHECKOUT) },
    code: "PROFILE_NO_PROTOCOL_MEMBER",
    exit: 3,
    at: { file: PROFILE, text: "{" },
    hint: /"proto"/,
  },
  {
    what: "a profile that is an array",
    profile: [],
    code: "PROFILE_NO_PROTOCOL_MEMBER",
    exit: 3,
    at: { file: PROFILE, text: "[" },
    hint: /"proto"/,
  },
  {
    what: "a version that is no date (§9.1)",
    capabilities: capability(CHECKOUT, { version: "v1" }),
    code: "PROFILE_INVALID",
    exit: 3,
    at: { file: PROFILE, text: '"v1"', pointer: `/proto/capabilities/${CHECKOUT}/0/version` },
    hint: /./,
  },
  {
    what: "a capability without a schema (§2.1.2)",
    capabilities: { [CHECKOUT]: [{ version: "2026-01-01" }] },
    code: "PROFILE_INVALID",
    exit: 3,
    at: {
      file: PROFILE,
      text: '{\n          "version": "2026-01-01"\n        }',
      pointer: `/proto/capabilities/${CHECKOUT}/0`,
    },
    message: /schema/,
    hint: /JSON Schema/,
  },
  {
    what: "a schema that no source contains",
    capabilities: { ...capability(CHECKOUT), ...capability("com.example.shop.cart") },
    code: "LOAD_SCHEMA_UNRESOLVED",
    exit: 3,
    at: {
      file: PROFILE,
      text: `"${SCHEMAS}/cart.json"`,
      pointer: "/proto/capabilities/com.example.shop.cart/0/schema",
    },
    message: /com\.example\.shop\.cart .*cart\.json/,
    hint: /--schemas DIR=https:\/\/example\.com/,
  },
  {
    what: "a schema whose fragment does not resolve",
    capabilities: {
      [CHECKOUT]: [{ version: "2026-01-01", schema: `${SCHEMAS}/checkout.json#/$defs/no` }],
    },
    code: "LOAD_SCHEMA_UNRESOLVED",
    exit: 3,
    at: {
      file: PROFILE,
      text: `"${SCHEMAS}/checkout.json#/$defs/no"`,
      pointer: `/proto/capabilities/${CHECKOUT}/0/schema`,
    },
    hint: /./,
  },
  {
    what: "a parent that no one declares",
    capabilities: {
      ...capability(CHECKOUT),
      ...capability(GIFT, { extends: "com.example.shop.chekout" }),
    },
    schemas: { "gift.json": giftSchema({}) },
    code: "COMPOSE_UNKNOWN_PARENT",
    exit: 3,
    at: {
      file: PROFILE,
      text: '"com.example.shop.chekout"',
      pointer: `/proto/capabilities/${GIFT}/0/extends`,
    },
    message: /com\.example\.shop\.gift extends com\.example\.shop\.chekout/,
    hint: /did you mean com\.example\.shop\.checkout\?/,
  },
  {
    what: "capabilities that extend each other in a circle",
    capabilities: {
      ...capability("com.example.shop.wrap", { extends: GIFT }),
      ...capability(GIFT, { extends: "com.example.shop.wrap" }),
    },
    schemas: { "gift.json": { type: "object" }, "wrap.json": { type: "object" } },
    code: "NEGOTIATE_CYCLE",
    exit: 3,
    at: {
      file: PROFILE,
      text: `"${GIFT}"\n`,
      pointer: "/proto/capabilities/com.example.shop.wrap/0/extends",
    },
    message: /wrap -> com\.example\.shop\.gift -> com\.example\.shop\.wrap/,
    hint: /remove one/,
  },
  {
    what: "a capability that extends itself",
    capabilities: { ...capability(CHECKOUT), ...capability(GIFT, { extends: GIFT }) },
    schemas: { "gift.json": { type: "object" } },
    code: "NEGOTIATE_CYCLE",
    exit: 3,
    at: { file: PROFILE, text: `"${GIFT}"\n`, pointer: `/proto/capabilities/${GIFT}/0/extends` },
    hint: /remove one/,
  },
];

function declaring(schema: string, name = CHECKOUT): Pick<ReleaseFiles, "capabilities"> {
  return { capabilities: { [name]: [{ version: "2026-01-01", schema }] } };
}

function badAuthority(what: string, url: string, message: RegExp, name = CHECKOUT): BadInput {
  return {
    what,
    ...declaring(url, name),
    code: "AUTHORITY_INVALID_URL",
    exit: 4,
    at: {
      file: PROFILE,
      text: JSON.stringify(url),
      pointer: `/proto/capabilities/${name}/0/schema`,
    },
    message,
    hint: /./,
  };
}

function mismatch(what: string, url: string, name = CHECKOUT): BadInput {
  return {
    ...badAuthority(what, url, new RegExp(new URL(url).host), name),
    code: "AUTHORITY_MISMATCH",
  };
}

const AUTHORITIES: readonly BadInput[] = [
  mismatch("another host", "https://evil.example.net/schemas/checkout.json"),
  mismatch("a host that is a prefix, but at no label boundary", "https://exam.com/c.json"),
  mismatch("a host below the name's own", "https://checkout.example.com/c.json"),
  badAuthority("user information", "https://example.com@example.com/c.json", /user information/),
  badAuthority("a port", "https://example.com:8443/c.json", /port/),
  badAuthority("a port that is https's own", "https://example.com:443/c.json", /port/),
  badAuthority("http", "http://example.com/c.json", /https/),
  badAuthority("a file", "file:///etc/passwd", /https/),
  badAuthority("an IPv4 host", "https://127.0.0.1/c.json", /IP address/),
  badAuthority("an IPv4 host written as a number", "https://2130706433/c.json", /IP address/),
  badAuthority("an IPv6 host", "https://[::1]/c.json", /IP address/),
  badAuthority("a trailing dot", "https://example.com./c.json", /dot/),
  badAuthority("a public suffix", "https://co.uk/c.json", /public suffix/, "uk.co.shop"),
  badAuthority(
    "a suffix that a company lends",
    "https://github.io/c.json",
    /public suffix/,
    "io.github.shop",
  ),
  badAuthority("no absolute URL", "schemas/checkout.json", /not an absolute URL/),
];

function badSchema(
  what: string,
  properties: object,
  pointer: string,
  text: string,
  more: Partial<BadInput> = {},
): BadInput {
  return {
    what,
    schemas: { "checkout.json": checkoutSchema(properties) },
    code: "SCHEMA_INVALID",
    exit: 3,
    at: { file: CHECKOUT_FILE, text, pointer },
    hint: /./,
    ...more,
  };
}

const KEYWORDS: readonly BadInput[] = [
  badSchema("an unknown type", { a: { type: "strng" } }, "/properties/a/type", '"strng"', {
    hint: /did you mean string\?/,
  }),
  badSchema(
    "properties that are a list",
    { a: { properties: [] } },
    "/properties/a/properties",
    "[]",
  ),
  badSchema("items that are a number", { a: { items: 3 } }, "/properties/a/items", "3\n"),
  badSchema("an enum that is a text", { a: { enum: "a" } }, "/properties/a/enum", '"a"\n'),
  badSchema("a minimum that is a text", { a: { minimum: "1" } }, "/properties/a/minimum", '"1"'),
  badSchema("a $ref that is a number", { a: { $ref: 5 } }, "/properties/a/$ref", "5\n"),
  badSchema("an allOf that is no list", { a: { allOf: {} } }, "/properties/a/allOf", "{}"),
  badSchema("a negative minLength", { a: { minLength: -1 } }, "/properties/a/minLength", "-1\n"),
  badSchema("a property that is a text", { a: "string" }, "/properties", '{\n    "id"'),
  badSchema(
    "a pattern that is no expression",
    { a: { pattern: "[" } },
    "/properties/a/pattern",
    '"pattern"',
    { code: "SCHEMA_PATTERN_INVALID" },
  ),
  badSchema(
    "an exponential pattern",
    { a: { pattern: "^(a+)+$" } },
    "/properties/a/pattern",
    '"pattern"',
    { code: "SCHEMA_PATTERN_INVALID" },
  ),
  badSchema(
    "an exponential pattern of names",
    { a: { patternProperties: { "^(a+)+$": {} } } },
    "/properties/a/patternProperties/^(a+)+$",
    '"^(a+)+$"',
    { code: "SCHEMA_PATTERN_INVALID" },
  ),
  badSchema(
    "a pattern of the sixth degree",
    { a: { pattern: "^(?:.*){6}!$", maxLength: 120 } },
    "/properties/a/pattern",
    '"pattern"',
    {
      code: "SCHEMA_PATTERN_INVALID",
      message: /in length\^6 ways$/m,
      hint: /or set a maxLength of at most 33$/,
    },
  ),
  badSchema(
    "an $id that is no URL",
    { a: { $id: "https://[" } },
    "/properties/a/$id",
    '"https://["',
  ),
  badSchema(
    "a required that lists numbers",
    { a: { required: [1] } },
    "/properties/a/required",
    "[\n        1",
  ),
  {
    what: "a wrong schema under an unknown keyword, once a $ref leads there",
    schemas: {
      "checkout.json": checkoutSchema(
        { a: { $ref: "#/x-parts/a" } },
        { "x-parts": { a: { type: "strng" } } },
      ),
    },
    code: "SCHEMA_INVALID",
    exit: 3,
    at: { file: CHECKOUT_FILE, text: '"strng"', pointer: "/x-parts/a/type" },
    hint: /./,
  },
  {
    what: "a schema document that is a list",
    schemas: { "checkout.json": [] },
    code: "SCHEMA_INVALID",
    exit: 3,
    at: { file: CHECKOUT_FILE, text: "[", pointer: "" },
    hint: /./,
  },
  {
    what: "a schema document that is a text",
    schemas: { "checkout.json": '"object"' },
    code: "SCHEMA_INVALID",
    exit: 3,
    at: { file: CHECKOUT_FILE, text: '"object"', pointer: "" },
    hint: /./,
  },
  ...["hidden", 1, { create: "hide" }, { transition: { from: "required", to: "gone" } }].map(
    (value): BadInput => ({
      what: `the visibility ${JSON.stringify(value)} (DESIGN §6)`,
      schemas: { "checkout.json": checkoutSchema({ a: { type: "string", proto_request: value } }) },
      code: "SCHEMA_VISIBILITY_INVALID",
      exit: 3,
      at: { file: CHECKOUT_FILE, pointer: /^\/properties\/a\/proto_request/ },
      message: /omit, required or optional/,
      hint: /./,
    }),
  ),
];

const REFERENCES: readonly BadInput[] = [
  badSchema(
    "a document that is missing",
    { a: { $ref: "gitf.json" } },
    "/properties/a/$ref",
    '"gitf.json"',
    { code: "LOAD_REF_UNRESOLVED", message: /gitf\.json/ },
  ),
  badSchema(
    "a pointer that is missing",
    { a: { $ref: "#/$defs/gift" } },
    "/properties/a/$ref",
    '"#/$defs/gift"',
    { code: "LOAD_REF_UNRESOLVED", message: /fragment/ },
  ),
  badSchema(
    "an anchor that is missing",
    { a: { $ref: "#gift" } },
    "/properties/a/$ref",
    '"#gift"',
    { code: "LOAD_REF_UNRESOLVED", message: /#gift/ },
  ),
  badSchema(
    "a file of this machine",
    { a: { $ref: "file:///etc/passwd" } },
    "/properties/a/$ref",
    '"file:///etc/passwd"',
    { code: "LOAD_REF_UNRESOLVED" },
  ),
  badSchema(
    "an absolute path",
    { a: { $ref: "/etc/passwd" } },
    "/properties/a/$ref",
    '"/etc/passwd"',
    { code: "LOAD_REF_UNRESOLVED" },
  ),
  badSchema(
    "a path that climbs out",
    { a: { $ref: "..%2f..%2fprofile.json" } },
    "/properties/a/$ref",
    '"..%2f..%2fprofile.json"',
    { code: "LOAD_REF_UNRESOLVED" },
  ),
  badSchema(
    "the net",
    { a: { $ref: "http://127.0.0.1:1/x.json" } },
    "/properties/a/$ref",
    '"http://127.0.0.1:1/x.json"',
    { code: "LOAD_REF_UNRESOLVED" },
  ),
  {
    what: "a pointer that is nearly right",
    schemas: {
      "checkout.json": checkoutSchema({ a: { $ref: "#/$defs/gfit" } }, { $defs: { gift: {} } }),
    },
    code: "LOAD_REF_UNRESOLVED",
    exit: 3,
    at: { file: CHECKOUT_FILE, text: '"#/$defs/gfit"', pointer: "/properties/a/$ref" },
    hint: /did you mean #\/\$defs\/gift\?/,
  },
];

function weakening(what: string, annotation: string, schema: object): BadInput {
  return {
    what,
    capabilities: checkoutAndGift(),
    schemas: {
      "checkout.json": checkoutSchema({
        a: { type: "string", proto_request: { create: "optional" } },
      }),
      "gift.json": giftSchema({ total: schema }),
    },
    code: "COMPOSE_WEAKENS_BASE",
    exit: 3,
    at: {
      file: "schemas/gift.json",
      text: '"total"',
      pointer: `/$defs/${CHECKOUT}/allOf/1/properties/total`,
    },
    message: new RegExp(`${GIFT} .*total.*${annotation}.*${CHECKOUT} requires`),
    hint: /keep the member required/,
  };
}

const COMPOSITIONS: readonly BadInput[] = [
  weakening("an extension that omits what its base requires", "request", { proto_request: "omit" }),
  weakening("an extension that relaxes what its base requires", "response", {
    type: "integer",
    proto_response: "optional",
  }),
  weakening("an extension that omits it in one operation", "request\\.create", {
    proto_request: { create: "omit" },
  }),
  {
    what: "an extension that relaxes what the extension below it requires",
    capabilities: {
      ...checkoutAndGift(),
      ...capability("com.example.shop.wrap", { extends: GIFT }),
    },
    schemas: {
      "gift.json": giftSchema({ text: { type: "string", proto_response: "required" } }),
      "wrap.json": giftSchema({ text: { type: "string", proto_response: "optional" } }, "gift"),
    },
    code: "COMPOSE_WEAKENS_BASE",
    exit: 3,
    at: {
      file: "schemas/wrap.json",
      text: '"text"',
      pointer: `/$defs/${CHECKOUT}/allOf/1/properties/text`,
    },
    message: /com\.example\.shop\.wrap .*text/,
    hint: /keep the member required/,
  },
  {
    what: "an extension of a container that mirrors no shape",
    capabilities: {
      ...capability("com.example.shop.search"),
      ...capability(GIFT, { extends: "com.example.shop.search" }),
    },
    schemas: {
      "search.json": {
        $defs: { search_request: { type: "object" }, search_response: { type: "object" } },
      },
      "gift.json": { $defs: { search_reponse: { type: "object" } } },
    },
    code: "COMPOSE_NO_SHAPE",
    exit: 3,
    at: { file: "schemas/gift.json", text: '{\n    "search_reponse"', pointer: "/$defs" },
    message: /search_request, search_response/,
    hint: /did you mean search_response\?/,
  },
  {
    what: "a schema that is only itself",
    schemas: {
      "checkout.json": checkoutSchema(
        { a: { $ref: "#/$defs/loop" } },
        { $defs: { loop: { $ref: "#/$defs/loop" } } },
      ),
    },
    code: "MODEL_RECURSION",
    exit: 3,
    at: { file: CHECKOUT_FILE, pointer: /^\/\$defs\/loop/ },
    hint: /break/,
  },
  {
    what: "names that are equal after qualification (DESIGN §7)",
    schemas: {
      "checkout.json": checkoutSchema(
        { a: { $ref: "#/$defs/gift_card" }, b: { $ref: "#/$defs/giftCard" } },
        {
          $defs: {
            gift_card: { type: "object", properties: { code: { type: "string" } } },
            giftCard: { type: "object", properties: { amount: { type: "integer" } } },
          },
        },
      ),
    },
    code: "MODEL_NAME_CLASH",
    exit: 3,
    at: { file: CHECKOUT_FILE },
    message: /gift_card.*giftCard|giftCard.*gift_card/,
    hint: /rename/,
  },
];

/** A release with the tree of a good run, for every case to find untouched. */
const earlier = path.join(mkdtempSync(path.join(tmpdir(), "proto-gen-earlier-")), "release");

beforeAll(async () => {
  const { code, err } = await runTool(releaseIn(earlier).args);
  expect(code, err).toBe(0);
  return () => rmSync(path.dirname(earlier), { recursive: true, force: true });
});

function argumentsOf(given: Release, { args, options = [] }: BadInput): readonly string[] {
  return args === undefined ? [...given.args, ...options] : args(given);
}

/** Line and column of a text in a file, counted here and not by the tool. */
function positionOf(file: string, text: string): { line: number; column: number } {
  const content = readFileSync(file, "latin1");
  const index = content.indexOf(text);
  expect(index, `${text} in ${content}`).toBeGreaterThanOrEqual(0);
  const lines = content.slice(0, index).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

function checks(cases: readonly BadInput[]): void {
  for (const bad of cases) {
    describe(bad.what, () => checkOne(bad));
  }
}

function checkOne(bad: BadInput): void {
  it(`is ${bad.code}, exits with ${bad.exit} and writes nothing`, async () => {
    const given = release(bad);
    const { code, out, err } = await runTool(argumentsOf(given, bad));
    expect({ code, out }, err).toEqual({ code: bad.exit, out: "" });
    // What comes after the code is a sentence, not a second code.
    expect(err).toMatch(new RegExp(`^${bad.code}: (?![A-Z_]+: )`));
    expect(err).toMatch(bad.message ?? /./);
    expect(snapshot(given.out)).toBeUndefined();
  });

  it("leaves an earlier tree as it was, and says the same as JSON", async () => {
    const given = release(bad);
    const tree = path.join(earlier, "out");
    cpSync(tree, given.out, { recursive: true });
    const text = await runTool(argumentsOf(given, bad));
    const json = await runTool([...argumentsOf(given, bad), "--json"]);
    expect(snapshot(given.out)).toEqual(snapshot(tree));
    expect(json.code).toBe(bad.exit);
    expect(diagnosticsIn(json).map(asText)).toEqual([text.err]);
  });

  if (bad.at !== undefined) {
    const { file, text, pointer } = bad.at;
    it("points at the place in the author's file", async () => {
      const given = release(bad);
      const [found] = diagnosticsIn(await runTool([...argumentsOf(given, bad), "--json"]));
      const where = path.join(given.directory, file);
      expect(found?.file).toBe(where);
      if (typeof pointer === "string") expect(found?.pointer).toBe(pointer);
      else expect(found?.pointer ?? "").toMatch(pointer ?? "");
      if (text !== undefined) {
        expect({ line: found?.line, column: found?.column }).toEqual(positionOf(where, text));
      }
    });
  }

  it("says what to do", async () => {
    const given = release(bad);
    const [found] = diagnosticsIn(await runTool([...argumentsOf(given, bad), "--json"]));
    expect(found?.hint ?? "").toMatch(bad.hint);
  });
}

function asText({
  code,
  message,
  hint,
  file,
  ...place
}: ReturnType<typeof diagnosticsIn>[number]): string {
  const formatted = formatDiagnostic({
    code: code as DiagnosticCode,
    message,
    ...(file === undefined ? {} : { place: { file, ...place } }),
    ...(hint === undefined ? {} : { hint }),
  });
  return `${formatted}\n`;
}

describe("the command line (DESIGN §4)", () => checks(COMMAND_LINES));
describe("strict JSON and its limits (RFC 8259)", () => checks(DOCUMENTS));
describe("profiles (§2.1, §9)", () => checks(PROFILES));
describe("authority (§1.9)", () => checks(AUTHORITIES));
describe("a schema that is not JSON Schema 2020-12", () => checks(KEYWORDS));
describe("a $ref to", () => checks(REFERENCES));
describe("compositions and names (DESIGN §6, §7)", () => checks(COMPOSITIONS));

describe("--out that holds files of somebody else", () => {
  it("is refused before anything is written, with their names, unless --force says so", async () => {
    const given = release({ files: { "out/index.ts": "mine", "out/other.ts": "mine, too" } });
    const before = snapshot(given.out);
    const { code, err } = await runTool(given.args);
    expect(code).toBe(2);
    expect(err).toMatch(
      /^WRITE_NOT_GENERATED: .*: index\.ts\n {2}choose another --out, or overwrite them with --force\n$/,
    );
    expect(snapshot(given.out)).toEqual(before);
    expect((await runTool([...given.args, "--dry-run"])).code).toBe(2);
    expect((await runTool([...given.args, "--force"])).code).toBe(0);
    expect(readFileSync(path.join(given.out, "other.ts"), "utf8")).toBe("mine, too");
    expect(readFileSync(path.join(given.out, "index.ts"), "utf8")).not.toBe("mine");
    expect((await runTool(given.args)).code).toBe(0);
  });
});

describe("output that was altered together with its manifest", () => {
  it("is not up to date", async () => {
    const given = release({ profile: profileOf(capability(CHECKOUT), SERVED) });
    await runTool(given.args);
    const [index, manifest] = ["index.ts", "manifest.json"].map((name) =>
      path.join(given.out, name),
    ) as [string, string];
    const genuine = readFileSync(index, "utf8");
    const altered = `${genuine}globalThis.stolen = 1;\n`;
    writeFileSync(index, altered);
    writeFileSync(
      manifest,
      readFileSync(manifest, "utf8").replace(sha256(genuine), sha256(altered)),
    );
    const { err } = await runTool(given.args);
    expect(err).toMatch(/^wrote 2 files/m);
    expect(readFileSync(index, "utf8")).toBe(genuine);
    expect((await runTool(given.args)).err).toMatch(/ is up to date: \d+ files \(1 capability\)$/m);
  });
});

describe("--check of a link", () => {
  it("reports the link, and nothing of what it leads to", async () => {
    const given = release({ files: { secret: "the password is 1234" } });
    await runTool(given.args);
    const index = path.join(given.out, "index.ts");
    rmSync(index);
    symlinkSync(path.join(given.directory, "secret"), index);
    const checked = await runTool([...given.args, "--check"]);
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(/^linked .*index\.ts$/m);
    expect(checked.out + checked.err).not.toContain("password");
    const written = await runTool([...given.args, "--force"]);
    expect(written.code).toBe(0);
    expect(readFileSync(path.join(given.directory, "secret"), "utf8")).toBe("the password is 1234");
  });
});

describe.skipIf(process.platform === "win32")("what is no regular file below --schemas", () => {
  function releaseWithPipe(options: readonly string[] = []): Release {
    const given = release();
    execFileSync("mkfifo", [path.join(given.schemas, "pipe.json")]);
    symlinkSync("pipe.json", path.join(given.schemas, "link.json"));
    symlinkSync(".", path.join(given.schemas, "loop"));
    symlinkSync("self.json", path.join(given.schemas, "self.json"));
    return { ...given, args: [...given.args, ...options] };
  }

  it("is passed over, and said", async () => {
    const given = releaseWithPipe();
    const byId = given.args.map((arg) => arg.replace(`=${SCHEMAS}`, ""));
    const { code, err } = await runTool(byId);
    expect(code).toBe(0);
    for (const name of ["pipe.json", "link.json", "self.json"])
      expect(err).toMatch(new RegExp(`^warning: LOAD_FILE_SKIPPED: .*/${name} is `, "m"));
  });

  it("is not read for its $id where it is larger than a document may be", async () => {
    const given = release({ schemas: { "large.json": " ".repeat(4 * 1024 * 1024 + 1) } });
    const byId = given.args.map((arg) => arg.replace(`=${SCHEMAS}`, ""));
    const { code, err } = await runTool(byId);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^warning: LOAD_FILE_SKIPPED: .*large\.json has 4,194,305 bytes; the limit is 4,194,304$/m,
    );
  });

  it("is said where a profile names it", async () => {
    const given = release({ capabilities: capability("com.example.shop.pipe") });
    execFileSync("mkfifo", [path.join(given.schemas, "pipe.json")]);
    const { code, err } = await runTool(given.args);
    expect(code).toBe(3);
    expect(err).toMatch(/^LOAD_SCHEMA_UNRESOLVED: /);
    expect(err).toMatch(/^warning: LOAD_FILE_SKIPPED: .*pipe\.json is a pipe/m);
  });
});

describe("--out that is a file", () => {
  it("is refused, and the file stays", async () => {
    const given = release({ files: { out: "mine" } });
    const { code, err } = await runTool(given.args);
    expect(code).toBe(2);
    expect(err).toMatch(/^USAGE_OUT_NOT_DIRECTORY: .*\n {2}name a directory /);
    expect(readFileSync(given.out, "utf8")).toBe("mine");
  });
});

describe("a link in a --schemas root (DESIGN §4)", () => {
  it.each([
    ["that has no $id", {}],
    ["whose $id is what the profile names", { $id: `${SCHEMAS}/linked.json` }],
  ])("is not followed out of the root, to a document %s", async (_, id) => {
    const given = release({
      capabilities: capability("com.example.shop.linked"),
      files: { "outside.json": { ...id, type: "object" } },
    });
    symlinkSync(
      path.join(given.directory, "outside.json"),
      path.join(given.schemas, "linked.json"),
    );
    const { code, err } = await runTool(given.args);
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringMatching(/^LOAD_SCHEMA_UNRESOLVED: .*linked\.json/) as string,
    });
    expect(snapshot(given.out)).toBeUndefined();
  });

  it("is not followed out of the root by a directory", async () => {
    const given = release({
      capabilities: { [CHECKOUT]: [{ version: "2026-01-01", schema: `${SCHEMAS}/linked/x.json` }] },
      files: { "outside/x.json": { $id: `${SCHEMAS}/linked/x.json`, type: "object" } },
    });
    symlinkSync(path.join(given.directory, "outside"), path.join(given.schemas, "linked"));
    const { code, err } = await runTool(given.args);
    expect(code).toBe(3);
    expect(err).toMatch(/^LOAD_SCHEMA_UNRESOLVED: /);
  });

  it("is followed inside of the root", async () => {
    const given = release({ capabilities: capability("com.example.shop.linked") });
    symlinkSync("checkout.json", path.join(given.schemas, "linked.json"));
    expect((await runTool(given.args)).code).toBe(0);
  });
});

describe("a payment handler's schema that no source contains (DESIGN §4)", () => {
  it("is a warning that names the flag, and the tree is written", async () => {
    const handler = { id: "pay", version: "2026-01-01", schema: `${SCHEMAS}/pay.json` };
    const given = release({
      profile: profileOf(capability(CHECKOUT), {
        ...SERVED,
        payment_handlers: { "com.example.pay": [handler] },
      }),
    });
    const run = await runTool([...given.args, "--json"]);
    expect(run.code).toBe(0);
    expect(snapshot(given.out)).toBeDefined();
    expect(diagnosticsIn(run)).toEqual([
      {
        code: "LOAD_HANDLER_UNRESOLVED",
        severity: "warning",
        message: expect.stringContaining(`${SCHEMAS}/pay.json`) as string,
        file: given.profile,
        ...positionOf(given.profile, `"${SCHEMAS}/pay.json"`),
        pointer: "/proto/payment_handlers/com.example.pay/0/schema",
        hint: expect.stringContaining("--schemas DIR=https://example.com") as string,
      },
    ]);
    expect(run.err).toMatch(/^warning: LOAD_HANDLER_UNRESOLVED: /);
  });
});

describe("authority of what a profile declares beside capabilities (§1.9)", () => {
  it.each<[string, object]>([
    [
      "a service's schema",
      {
        services: {
          "com.example.shop": [
            { version: "2026-01-01", transport: "rest", schema: "https://evil.net/s.json" },
          ],
        },
      },
    ],
    [
      "a transport's schema",
      {
        services: {
          "com.example.shop": {
            version: "2026-01-01",
            rest: { schema: "https://evil.net/s.json" },
          },
        },
      },
    ],
    [
      "a service's spec",
      {
        services: {
          "com.example.shop": [
            { version: "2026-01-01", spec: "https://evil.net/s", transport: "rest" },
          ],
        },
      },
    ],
    [
      "a payment handler's spec",
      { payment_handlers: { "com.example.pay": [{ id: "pay", spec: "https://evil.net/s" }] } },
    ],
    [
      "a payment handler's schema",
      {
        payment_handlers: { "com.example.pay": [{ id: "pay", schema: "https://evil.net/s.json" }] },
      },
    ],
  ])("holds for %s", async (_, more) => {
    const given = release({ profile: profileOf(capability(CHECKOUT), more) });
    const { code, err } = await runTool(given.args);
    expect({ code, err }).toEqual({
      code: 4,
      err: expect.stringMatching(/^AUTHORITY_MISMATCH: .*evil\.net/) as string,
    });
    expect(err).toContain("example.com");
  });

  it("does not hold for instrument_schemas, which reuse base types", async () => {
    const handler = {
      id: "pay",
      name: "com.example.pay",
      version: "2026-01-01",
      instrument_schemas: ["https://elsewhere.net/card.json"],
    };
    const given = release({
      profile: { ...profileOf(capability(CHECKOUT)), payment: { handlers: [handler] } },
    });
    expect((await runTool(given.args)).code).toBe(0);
  });
});

interface Hostile extends ReleaseFiles {
  readonly what: string;
}

const LONG = "a".repeat(300);

function named(name: string): ReleaseFiles {
  return {
    capabilities: { [name]: [{ version: "2026-01-01", schema: `${SCHEMAS}/checkout.json` }] },
  };
}

function referring(reference: string, file: string): ReleaseFiles {
  const target = { type: "object", properties: { x: { type: "string" } } };
  return {
    schemas: { "checkout.json": checkoutSchema({ a: { $ref: reference } }), [file]: target },
  };
}

function defining(...keys: readonly string[]): ReleaseFiles {
  const defs = keys.map(
    (key, index) =>
      [key, { type: "object", properties: { [`p${index}`]: { type: "string" } } }] as const,
  );
  const refs = keys.map(
    (key, index) =>
      [
        `r${index}`,
        { $ref: `#/$defs/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}` },
      ] as const,
  );
  return {
    schemas: {
      "checkout.json": checkoutSchema(Object.fromEntries(refs), {
        $defs: Object.fromEntries(defs),
      }),
    },
  };
}

const HOSTILE: readonly Hostile[] = [
  { what: "a capability named ../", ...named("com.example.../../../escape") },
  { what: "a capability named like an absolute path", ...named("/etc/passwd") },
  { what: "a capability with an empty segment", ...named("com.example..checkout") },
  { what: "a capability with a NUL", ...named("com.example.shop\u0000.checkout") },
  { what: "a capability with an encoded slash", ...named("com.example.%2e%2e%2fescape") },
  { what: "a capability with a backslash", ...named("com.example.shop\\..\\..\\escape") },
  { what: "a capability with a very long segment", ...named(`com.example.${LONG}`) },
  { what: "a capability with very many segments", ...named(`com.example${".deep".repeat(2000)}`) },
  { what: "a capability named like a member of every object", ...named("com.example.constructor") },
  {
    what: "capabilities that collide by case",
    capabilities: {
      ...named("com.example.shop.gift").capabilities,
      ...named("com.example.shop.Gift").capabilities,
    },
  },
  {
    what: "capabilities that collide in their file's name",
    capabilities: {
      ...named("com.example.shop.gift-card").capabilities,
      ...named("com.example.shop.gift_card").capabilities,
    },
  },
  {
    what: "a schema file with a very long name",
    ...referring(`${LONG.slice(0, 200)}.json`, `${LONG.slice(0, 200)}.json`),
  },
  { what: "a schema file named ..", ...referring("%2e%2e%2f%2e%2e%2fescape.json", "escape.json") },
  {
    what: "a schema file with dots and slashes in its name",
    ...referring("..%5c..%5cescape.json", "..\\..\\escape.json"),
  },
  { what: "a schema file without a letter in its name", ...referring("--.json", "--.json") },
  { what: "a schema file whose name does not decode", ...referring("%ff.json", "%ff.json") },
  {
    what: "schema files that collide by case",
    schemas: {
      "checkout.json": checkoutSchema({
        a: { $ref: "item.json" },
        b: { $ref: "ITEM.json" },
        c: { $ref: "Item.json" },
      }),
      "item.json": { type: "object", properties: { a: { type: "string" } } },
      "ITEM.json": { type: "object", properties: { b: { type: "string" } } },
      "Item.json": { type: "object", properties: { c: { type: "string" } } },
    },
  },
  { what: "a definition named ../", ...defining("../../../escape") },
  { what: "a definition named like an absolute path", ...defining("/etc/passwd") },
  { what: "a definition with a NUL", ...defining("a\u0000b") },
  { what: "a definition with a very long name", ...defining(LONG) },
  { what: "definitions that collide by case", ...defining("gift", "Gift", "GIFT") },
  {
    what: "definitions named like members of every object",
    ...defining("__proto__", "constructor", "toString"),
  },
  {
    what: "operations named ../",
    schemas: {
      "checkout.json": checkoutSchema({
        a: { type: "string", proto_request: { "../../../escape": "omit", "/etc/passwd": "omit" } },
      }),
    },
  },
  {
    what: "operations with blanks and marks of a URL in their names",
    schemas: {
      "checkout.json": checkoutSchema({
        a: { type: "string", proto_request: { "a b": "omit", "a#b": "omit", "a?b&c": "omit" } },
      }),
    },
  },
  {
    what: "a payment handler named ../",
    profile: profileOf(capability(CHECKOUT), {
      payment_handlers: { "com.example/../../escape": [{ id: "pay" }] },
    }),
  },
  {
    what: "a service named ../",
    profile: profileOf(capability(CHECKOUT), {
      services: { "com.example/../../escape": [{ version: "2026-01-01", transport: "rest" }] },
    }),
  },
  {
    what: "a protocol named ../",
    profile: { "../../escape": { version: "2026-01-01", capabilities: capability(CHECKOUT) } },
  },
];

describe("hostile strings never lead to a path outside of --out (DESIGN §8)", () => {
  it.each(HOSTILE.map((hostile) => [hostile.what, hostile] as const))("%s", async (_, hostile) => {
    const given = release(hostile);
    const inputs = snapshot(given.directory);
    const run = await runTool([...given.args, "--json"]);
    expect([0, 2, 3, 4], run.err).toContain(run.code);
    if (run.code !== 0) {
      expect(snapshot(given.out), run.err).toBeUndefined();
    }
    // A name that the disk refuses is told by --out's path; all else by a place in a document.
    if (run.code > 2) {
      for (const { file } of diagnosticsIn(run)) expect(file, run.err).toContain(given.directory);
    }
    const others = [...(snapshot(given.directory) ?? [])].filter(
      ([name]) => !name.startsWith(`out${path.sep}`),
    );
    expect(new Map(others)).toEqual(inputs);
    const names = [...(snapshot(given.out)?.keys() ?? [])];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9._/-]*$/);
  });
});
