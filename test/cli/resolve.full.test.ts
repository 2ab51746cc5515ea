import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { resolve } from "../../src/index.js";
import { interpret } from "../../src/interpret.js";
import { loadSchema } from "../../src/load/load-schema.js";
import { createInstance } from "../../src/model/instance/create-instance.js";
import { schemaDocument } from "../../src/resolve/schema-document.js";
import { buildSchemaSubject, buildTypeSubject, type Subject } from "../../src/resolve/subject.js";
import { compileSubject } from "../../src/validate/compile-subject.js";
import { jsonFiles } from "../support/compose-release.js";
import { predicateOf } from "../support/exported.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { sampled } from "../support/sizes.js";
import {
  ownRelease,
  published,
  publishedReleases,
  repository,
  type Release,
} from "../support/published.js";
import {
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  diagnosticsIn,
  giftSchema,
  release,
  runTool,
  SCHEMAS,
} from "../support/release.js";

const OWN_SCHEMAS = path.join(repository, "schemas/2026-11-20");
const CREATE = ["--op", "create", "--request"];

/** A checkout whose members are seen differently, with parts in its document and in another. */
function annotated() {
  return release({
    capabilities: checkoutAndGift(),
    schemas: {
      "checkout.json": checkoutSchema(
        {
          id: { type: "string", proto_request: "omit" },
          note: { type: "string", proto_request: { create: "required", update: "optional" } },
          line: { $ref: "types/line.json" },
          tag: { $ref: "#/$defs/tag" },
        },
        { $defs: { tag: { $anchor: "tag", type: "string", maxLength: 3 } } },
      ),
      "types/line.json": {
        $id: `${SCHEMAS}/types/line.json`,
        type: "object",
        properties: {
          price: { type: "integer", proto_request: "omit" },
          below: { type: "array", items: { $ref: "#" } },
        },
        required: ["price"],
      },
      "gift.json": giftSchema({ wrap: { type: "boolean", proto_request: "required" } }),
    },
  });
}

async function resolved(...args: readonly string[]): Promise<JsonObject> {
  const { code, out, err } = await runTool(["resolve", ...args]);
  expect(code, err).toBe(0);
  return JSON.parse(out) as JsonObject;
}

function referencesIn(value: Json): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = (value as JsonObject)["$ref"];
  const below = Object.values<Json>(value as JsonObject).flatMap(referencesIn);
  return typeof own === "string" ? [own, ...below] : below;
}

describe("proto-gen resolve, of a file", () => {
  it("applies the annotations of the view, and needs no profile", async () => {
    const { schemas } = annotated();
    const schema = await resolved(path.join(schemas, "checkout.json"), ...CREATE);
    expect(schema).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `${SCHEMAS}/checkout.json?view=request.create`,
      type: "object",
      required: ["total", "note"],
      properties: {
        total: { type: "integer" },
        note: { type: "string" },
        line: { $ref: `${SCHEMAS}/types/line.json?view=request.create` },
        tag: { $ref: "#/$defs/tag" },
      },
      $defs: { tag: { type: "string", maxLength: 3 } },
    });
  });

  it("prints the response where nothing is asked for", async () => {
    const { schemas } = annotated();
    const schema = await resolved(path.join(schemas, "checkout.json"));
    expect(schema["$id"]).toBe(`${SCHEMAS}/checkout.json?view=response`);
    expect(schema["required"]).toEqual(["id", "total"]);
  });

  it("brings every document that is referred to, with --bundle", async () => {
    const { schemas } = annotated();
    const file = path.join(schemas, "checkout.json");
    const schema = await resolved(file, ...CREATE, "--bundle");
    expect(schema["$defs"]).toEqual({
      Line: {
        type: "object",
        properties: { below: { type: "array", items: { $ref: "#/$defs/Line" } } },
      },
      tag: { type: "string", maxLength: 3 },
    });
    expect(referencesIn(schema).filter((each) => !each.startsWith("#"))).toEqual([]);
  });

  it.each(["#/$defs/tag", "#tag"])("prints a part of it: %s", async (fragment) => {
    const { schemas } = annotated();
    expect(await resolved(`${path.join(schemas, "checkout.json")}${fragment}`)).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "string",
      maxLength: 3,
    });
  });

  it("refers to itself by #, where it is recursive", async () => {
    const { schemas } = annotated();
    const schema = await resolved(path.join(schemas, "types/line.json"));
    expect(schema["properties"]).toMatchObject({ below: { items: { $ref: "#" } } });
  });

  it("reads a file without $id by its place", async () => {
    const { directory } = release({
      schemas: { "a.json": { $ref: "b.json#/$defs/b" }, "b.json": { $defs: { b: { const: 1 } } } },
    });
    const schema = await resolved(path.join(directory, "schemas/a.json"), "--bundle");
    expect(schema).toMatchObject({ const: 1 });
  });

  it("reads the file that is named, not the package's of that $id", async () => {
    const $id = "https://proto.dev/schemas/2026-11-20/shopping/types/link.json";
    const { schemas } = release({ schemas: { "link.json": { $id, const: "mine" } } });
    expect(await resolved(path.join(schemas, "link.json"))).toMatchObject({ const: "mine" });
  });

  it("reads no other file in place of the package's", async () => {
    const types = "https://proto.dev/schemas/2026-11-20/shopping/types";
    const { schemas } = release({
      schemas: {
        "2026-11-20/shopping/types/mine.json": { $id: `${types}/mine.json`, $ref: "link.json" },
        "2026-11-20/shopping/types/link.json": { $id: `${types}/link.json`, const: "mine" },
      },
    });
    const mine = path.join(schemas, "2026-11-20/shopping/types/mine.json");
    const { code, err } = await runTool(["resolve", mine]);
    expect([code, err]).toEqual([3, expect.stringMatching(/^LOAD_DUPLICATE_ID: /)]);
    const root = `${path.join(schemas, "2026-11-20")}=https://proto.dev/schemas/2026-11-20`;
    expect(await resolved(mine, "--schemas", root, "--bundle")).toMatchObject({ const: "mine" });
  });

  it("reads one whose $id is no place", async () => {
    const { schemas } = release({ schemas: { "a.json": { $id: "urn:example:a", const: 1 } } });
    expect(await resolved(path.join(schemas, "a.json"))).toMatchObject({ const: 1 });
  });

  it("takes the protocol's name from the annotations", async () => {
    const properties = { id: { type: "string", acme_request: "omit" } };
    const { schemas } = release({ schemas: { "checkout.json": { properties } } });
    const file = path.join(schemas, "checkout.json");
    expect(await resolved(file, ...CREATE)).not.toHaveProperty("properties");
    expect(await resolved(file)).toMatchObject({ properties: { id: { type: "string" } } });
  });

  it("reads nothing above its release", async () => {
    const { schemas } = release({
      schemas: { "checkout.json": { $id: `${SCHEMAS}/checkout.json`, $ref: "../profile.json" } },
    });
    const { code, err } = await runTool(["resolve", path.join(schemas, "checkout.json")]);
    expect(code).toBe(3);
    expect(err).toContain("LOAD_REF_UNRESOLVED");
  });
});

describe("proto-gen resolve, of a type", () => {
  it("prints the composition, with the members of every extension", async () => {
    const { args } = annotated();
    const input = args.slice(0, 4);
    const schema = await resolved("CheckoutCreateRequest", ...input);
    expect(schema["required"]).toEqual(["total", "note", "wrap"]);
    expect(await resolved("Checkout", ...input, ...CREATE)).toEqual(schema);
    const alone = await resolved(`${CHECKOUT}.CheckoutCreateRequest`, ...input);
    expect(alone["required"]).toEqual(["total", "note"]);
  });
});

/** Every document of a release and every type of its profile, in the view of a response and of a request. */
async function subjectsOf({ profile, schemas }: Release): Promise<Subject[]> {
  const directory = schemas[0]?.directory ?? OWN_SCHEMAS;
  const files = jsonFiles(directory).filter((file) => !/^(services|handlers)\//.test(file));
  const views = [
    { direction: "response" },
    { direction: "request", op: "create" },
    { direction: "request", op: "complete" },
  ] as const;
  const ofFiles = await Promise.all(
    files.map(async (file) => {
      const schema = path.join(directory, file);
      const loaded = await loadSchema({ schema, schemas });
      return views.map((view) => buildSchemaSubject(loaded, view));
    }),
  );
  const input = await interpret({ profile, schemas });
  const types = input.model.modules.flatMap((module) => module.types);
  const named = types.filter(({ internal }) => !internal);
  return [...ofFiles.flat(), ...named.map((type) => buildTypeSubject(input, type.name, type))];
}

const RELEASES = [ownRelease, ...(published === undefined ? [] : publishedReleases)];

describe.each(RELEASES.map((each) => [each.name, each] as const))(
  "what resolve prints of the release %s",
  (_, given) => {
    it("has no annotation and is JSON Schema, and ajv says of it what our check says", async () => {
      const wrong: string[] = [];
      let verdicts = 0;
      const subjects = sampled("RESOLVED", await subjectsOf(given), 8);
      for (const subject of subjects) {
        const document = schemaDocument(subject, { bundle: true });
        const { requestAnnotation, responseAnnotation, sharedRequestAnnotation } =
          subject.composition.sources.profile.vocabulary;
        for (const word of [requestAnnotation, responseAnnotation, sharedRequestAnnotation])
          expect(JSON.stringify(document)).not.toContain(`"${word}":`);
        const outside = referencesIn(document).filter((each) => !each.startsWith("#"));
        expect(outside, subject.name).toEqual([]);
        const isValid = predicateOf(document, { assertFormats: true });
        const check = await compileSubject(subject);
        const made = [0, 1].map((seed) => createInstance(subject.definition.node, { seed }));
        for (const instance of made) {
          if (instance === undefined) continue;
          const values = [...mutantsOf(instance, ["x_unknown"])].map(({ value }) => value);
          for (const value of [instance, ...values.slice(0, 24)]) {
            verdicts++;
            if (isValid(value) !== (check(value, 1).length === 0))
              wrong.push(`${subject.name}: ${JSON.stringify(value)}`);
          }
        }
      }
      console.info(`${given.name}: ${verdicts} verdicts`);
      expect(verdicts).toBeGreaterThan(subjects.length);
      expect(wrong).toEqual([]);
    }, 120_000);
  },
);

describe("documents that resolve prints one by one", () => {
  it("refer to each other, and ajv says of them what it says of the bundle", async () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });
    formats.default(ajv);
    const view = { op: "create", direction: "request" } as const;
    for (const file of jsonFiles(OWN_SCHEMAS).filter(
      (each) => !/^(services|handlers)\//.test(each),
    ))
      ajv.addSchema(await resolve({ schema: path.join(OWN_SCHEMAS, file), ...view }));
    const schema = path.join(OWN_SCHEMAS, "shopping/checkout.json");
    const bundle = predicateOf(await resolve({ schema, ...view, bundle: true }), {
      assertFormats: true,
    });
    const root = (await resolve({ schema, ...view }))["$id"] as string;
    const requests = JSON.parse(
      readFileSync(path.join(repository, "test/data/instances/requests.json"), "utf8"),
    ) as Record<string, Json>;
    const mutants = [...mutantsOf(requests["checkout.create"] as Json, ["x_unknown"])];
    expect(mutants.length).toBeGreaterThan(20);
    for (const { value } of mutants) expect(ajv.validate(root, value)).toBe(bundle(value));
  });
});

describe("proto-gen resolve, given what it cannot use", () => {
  const checkout = (): string => path.join(annotated().schemas, "checkout.json");

  it.each<[string, () => readonly string[], string, number, RegExp]>([
    ["a type without a profile", () => ["Checkout"], "USAGE", 2, /needs --profile FILE/],
    [
      "an unknown type",
      () => ["Chekout", ...annotated().args.slice(0, 4)],
      "USAGE_UNKNOWN_TYPE",
      2,
      /did you mean Checkout\?/,
    ],
    ["a missing file", () => ["no/such.json"], "FILE_NOT_FOUND", 2, /no\/such\.json: no such file/],
    ["a directory", () => [annotated().schemas], "FILE_NOT_FOUND", 2, /is a directory, not a file/],
    [
      "a part that is not there",
      () => [`${checkout()}#/$defs/tga`],
      "USAGE_UNKNOWN_SCHEMA",
      2,
      /did you mean .*checkout\.json#\/\$defs\/tag\?/,
    ],
    [
      "both directions",
      () => [checkout(), "--request", "--response"],
      "USAGE",
      2,
      /'--request' cannot be used with option '--response'/,
    ],
    ["a request of no operation", () => [checkout(), "--request"], "USAGE_UNKNOWN_VIEW", 2, /--op/],
    [
      "an operation of no direction",
      () => [checkout(), "--op", "create"],
      "USAGE_UNKNOWN_VIEW",
      2,
      /--request or --response/,
    ],
    [
      "an unknown operation",
      () => [checkout(), "--op", "craete", "--request"],
      "USAGE_UNKNOWN_VIEW",
      2,
      /did you mean create\?/,
    ],
    [
      "a view that a type does not have",
      () => ["Checkout", ...annotated().args.slice(0, 4), "--op", "erase", "--request"],
      "USAGE_UNKNOWN_VIEW",
      2,
      /it has response, request\.create, request\.update/,
    ],
  ])("%s: code, reason and what to do", async (_, args, code, exit, text) => {
    const { code: got, err, out } = await runTool(["resolve", ...args()]);
    expect(out).toBe("");
    expect(err).toMatch(new RegExp(`^${code}: `));
    expect(err).toMatch(text);
    expect(got).toBe(exit);
  });

  it.each([
    ["no JSON", "{", "JSON_SYNTAX"],
    ["a key twice", '{"type": "object", "type": "object"}', "JSON_DUPLICATE_KEY"],
    ["no schema", { type: "strng" }, "SCHEMA_INVALID"],
    ["a reference to nothing", { $ref: "none.json" }, "LOAD_REF_UNRESOLVED"],
    ["a pattern that hangs", { pattern: "^(a+)+$" }, "SCHEMA_PATTERN_INVALID"],
    ["a circle in place", { $ref: "#" }, "MODEL_RECURSION"],
    [
      "a wrong annotation",
      { properties: { a: { proto_request: "omitt" } } },
      "SCHEMA_VISIBILITY_INVALID",
    ],
  ])("a schema that is %s", async (_, content, code) => {
    const { schemas } = release({ schemas: { "checkout.json": content } });
    const result = await runTool(["resolve", path.join(schemas, "checkout.json"), "--json"]);
    expect(result.code).toBe(3);
    expect(diagnosticsIn(result)).toMatchObject([{ code }]);
  });

  it("survives names that objects inherit", async () => {
    const text = `{"properties": {"__proto__": {"const": 2}}, "$defs": {"constructor": {"const": 1}}}`;
    const { schemas } = release({ schemas: { "checkout.json": text } });
    const file = path.join(schemas, "checkout.json");
    const { $defs, properties } = await resolved(file);
    expect(Object.keys(properties as object)).toEqual(["__proto__"]);
    expect(Object.hasOwn($defs as object, "constructor")).toBe(true);
    const part = `${file}#/$defs/${escapePointerToken("constructor")}`;
    expect(await resolved(part)).toMatchObject({ const: 1 });
  });
});
