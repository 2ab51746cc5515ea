/**
 * `openapi.d.ts`: what it says, that prettier has nothing to add to it, that it compiles, and that a
 * document cannot make it read anything (DESIGN §8).
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { format, resolveConfig } from "prettier";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { startOpenapiTypes } from "../../src/emit/openapi/types/openapi-types.js";
import type { OutputFile } from "../../src/emit/output-file.js";
import { COMPILERS } from "../support/compilers.js";
import { compileErrors, writeEmitted } from "../support/emitted.js";
import { bundledService } from "../support/bundled-service.js";
import { DOCUMENTS as SMALL, withPaths, withSchemas } from "../support/openapi-documents.js";
import { repository } from "../support/published.js";
import { propertyOptions, reproduction, runs, seed, sized } from "../support/sizes.js";

const DOCUMENTS = { ...SMALL, "the shopping service": bundledService() };

const FILE = "openapi.d.ts";

const compilers = sized({ quick: COMPILERS.slice(0, 1), full: COMPILERS });

function declarationsOf(document: JsonObject): Promise<string> {
  return startOpenapiTypes().declarationsOf(document);
}

async function prettierOf(text: string): Promise<string> {
  const filepath = path.join(repository, "generated", FILE);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** The type of `components.schemas.a` on one line, without comments. */
async function typeOf(schema: Json, others: JsonObject = {}): Promise<string> {
  const text = await declarationsOf(withSchemas({ a: schema, ...others }));
  const tree = ts.createSourceFile(FILE, text, ts.ScriptTarget.ESNext, true);
  const components = tree.statements.find(
    (each) => ts.isInterfaceDeclaration(each) && each.name.text === "components",
  );
  const type = memberType(memberType(components, "schemas"), "a");
  return (type?.getText() ?? "").replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/\s+/g, " ");
}

function memberType(owner: ts.Node | undefined, name: string): ts.TypeNode | undefined {
  const members =
    owner !== undefined && (ts.isInterfaceDeclaration(owner) || ts.isTypeLiteralNode(owner))
      ? owner.members
      : [];
  const signatures = [...members].filter((each) => ts.isPropertySignature(each));
  return signatures.find((each) => each.name.getText() === name)?.type;
}

/** Each text in a folder of its own. */
function written(name: string, texts: readonly string[]): [string, readonly OutputFile[]] {
  const files = texts.map((content, index) => ({ path: `${index}/${FILE}`, content }));
  return [writeEmitted(name, files), files];
}

describe.each(Object.entries(DOCUMENTS))("openapi.d.ts of %s", (_, document) => {
  it("is what prettier prints", async () => {
    const text = await declarationsOf(document);
    expect(await prettierOf(text)).toBe(text);
  });

  it("does not depend on the run, and leaves the document as it was", async () => {
    const before = JSON.stringify(document);
    expect(await declarationsOf(document)).toBe(await declarationsOf(document));
    expect(JSON.stringify(document)).toBe(before);
  });
});

describe.each(compilers)("TypeScript %s", (_, errorsOf) => {
  it("compiles openapi.d.ts under every strict option", async () => {
    const texts = await Promise.all(Object.values(DOCUMENTS).map(declarationsOf));
    expect(await errorsOf(...written("openapi-types", texts))).toEqual([]);
  });

  it("refuses one that is not right", async () => {
    const text = await declarationsOf(withSchemas({ a: { type: "string" } }));
    const wrong = text.replace("a?: string;", 'a?: components["schemas"]["b"];');
    expect(await errorsOf(...written("openapi-types-wrong", [wrong]))).not.toEqual([]);
  });
});

describe("the types", () => {
  const object = { type: "object", properties: { b: { type: "string" } } };
  const others = { other: object };
  const other = { $ref: "#/components/schemas/other" };
  const OTHER = 'components["schemas"]["other"]';

  it.each<[string, Json, string]>([
    ["an open object", { ...object, additionalProperties: true }, "{ b?: string; }"],
    ["definitions", { ...object, $defs: { c: object } }, "{ b?: string; }"],
    ["an object of unknown members", { type: "object" }, "Record<string, unknown>"],
    [
      "a member with a default",
      { ...object, properties: { b: { default: 1 } } },
      "{ b?: unknown; }",
    ],
    ["an open enumeration", { anyOf: [{ const: "b" }, { type: "string" }] }, '"b" | string'],
    [
      "a typed enumeration",
      { type: "string", anyOf: [{ const: "b" }, { const: "c" }] },
      '"b" | "c"',
    ],
    ["a null", { const: null }, "null"],
    [
      "`anyOf` beside members",
      { ...object, anyOf: [other, { type: "null" }] },
      `{ b?: string; } & (${OTHER} | null)`,
    ],
    ["`anyOf` that only requires", { ...object, anyOf: [{ required: ["b"] }] }, "{ b?: string; }"],
    ["`required` beside a reference", { ...other, required: ["b"] }, `WithRequired<${OTHER}, "b">`],
    ["a condition beside a reference", { allOf: [other, { if: {}, then: {} }] }, OTHER],
    [
      "a whole list",
      { type: "array", prefixItems: [{ type: "string" }], items: false, minItems: 1 },
      "[string]",
    ],
    [
      "a list's first items",
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "null" } },
      "(string | null)[]",
    ],
    [
      "a map",
      { type: "object", additionalProperties: { type: "number" } },
      "{ [key: string]: number; }",
    ],
    [
      "an escaped reference",
      { $ref: "#/components/schemas/b~1c%20%25" },
      'components["schemas"]["b/c %"]',
    ],
  ])("say of %s what its schema says", async (_, schema, type) => {
    expect(await typeOf(schema, { ...others, "b/c %": {} })).toBe(type);
  });

  it("are those that openapi-fetch looks up", async () => {
    const content = await declarationsOf(SMALL["operations"] as JsonObject);
    const use = `import type { components, operations, paths } from "./openapi.js";
type Item = paths["/checkouts/{id}"];
export const get = (operation: operations["get.checkout-1"]): Item["get"] => operation;
export const query: Item["get"]["parameters"]["query"] = { page: 1, "filter[a]": { street: "a" } };
type Body = Item["post"]["requestBody"]["content"]["application/json"];
export const body = (checkout: components["schemas"]["checkout"]): Body => checkout;
// @ts-expect-error: it is required
export const none: Item["get"]["parameters"]["header"] = {};
`;
    const files = [
      { path: FILE, content },
      { path: "use.ts", content: use },
    ];
    const directory = writeEmitted("openapi-types-use", files);
    for (const [, errorsOf] of compilers) expect(await errorsOf(directory, files)).toEqual([]);
  });
});

const name = fc.oneof(
  fc.constantFrom("a", "b-c", "1", "__proto__", "default", "100%", "A".repeat(60), "A".repeat(95)),
  fc.string({ unit: "binary-ascii", maxLength: 12 }),
);
const text = fc.oneof(
  fc.constantFrom("", "a", "it's", '"a"', "*/", "@ts-ignore", "a\r\n * b\n\n  c", "A".repeat(90)),
  fc.string({ unit: "binary-ascii", maxLength: 30 }),
);
const literal = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
);

const { schema } = fc.letrec<{ schema: Json; object: Json; list: Json; set: Json; leaf: Json }>(
  (tie) => ({
    schema: fc
      .tuple(
        fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("object"), tie("list"), tie("set")),
        fc.record(
          {
            title: text,
            description: text,
            format: text,
            default: fc.jsonValue() as fc.Arbitrary<Json>,
            deprecated: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
      )
      .map(([schema, notes]): Json =>
        typeof schema === "boolean" ? schema : { ...(schema as JsonObject), ...notes },
      ),
    leaf: fc.oneof(
      fc
        .constantFrom("string", "number", "integer", "boolean", "null", "object", "array")
        .map((type) => ({ type })),
      fc.constantFrom<Json>({}, true, false, { $ref: "#/components/schemas/a" }),
      fc.array(literal, { maxLength: 8 }).map((values) => ({ enum: values })),
      (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>).map((value) => ({ const: value })),
    ),
    object: fc
      .tuple(
        fc.dictionary(name, tie("schema"), { maxKeys: 4 }),
        fc.array(name, { maxLength: 2 }),
        fc.option(tie("schema"), { nil: undefined }),
        fc.constantFrom<Json>("object", ["object", "null"]),
      )
      .map(([properties, required, additionalProperties, type]): Json => ({
        type,
        properties,
        required,
        ...(additionalProperties === undefined ? {} : { additionalProperties }),
      })),
    list: fc.oneof(
      tie("schema").map((items) => ({ type: "array", items })),
      fc
        .tuple(fc.array(tie("schema"), { maxLength: 3 }), fc.boolean())
        .map(([prefixItems, whole]) => ({
          type: "array",
          prefixItems,
          ...(whole ? { items: false, minItems: prefixItems.length } : {}),
        })),
    ),
    set: fc
      .tuple(
        fc.subarray(["allOf", "anyOf", "oneOf"], { minLength: 1 }),
        fc.array(tie("schema"), { minLength: 1, maxLength: 4 }),
        fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, tie("object")),
      )
      .map(([keywords, schemas, own]): Json => ({
        ...(own as JsonObject),
        ...Object.fromEntries(keywords.map((keyword) => [keyword, schemas])),
      })),
  }),
);

const document = fc
  .tuple(fc.dictionary(name, schema, { maxKeys: 3 }), name)
  .map(([schemas, operation]) => {
    const content = { "text/plain": { schema: { $ref: "#/components/schemas/a" } } };
    const responses = { 200: { description: "OK", content } };
    return withPaths(
      { [`/${operation}`]: { get: { operationId: `${operation}1`, responses } } },
      { schemas: { ...schemas, a: { type: "object", properties: schemas } } },
    );
  });

describe("openapi.d.ts of any document", () => {
  it("is what prettier prints", async () => {
    await fc.assert(
      fc.asyncProperty(document, async (document) => {
        const text = await declarationsOf(document);
        expect(await prettierOf(text)).toBe(text);
      }),
      propertyOptions("OPENAPI_TYPES", { quick: 20, full: 200 }),
    );
  });

  it("compiles", async () => {
    const sizes = { quick: 10, full: 100 };
    const documents = fc.sample(document, {
      numRuns: runs("OPENAPI_COMPILED", sizes),
      seed: seed("OPENAPI_COMPILED"),
    });
    const files = written("openapi-types-any", await Promise.all(documents.map(declarationsOf)));
    // One in some thousands has intersections of unions beyond what any compiler takes (TS2590).
    const errors = compileErrors(...files).filter((error) => !error.includes("too complex"));
    expect(errors, reproduction("OPENAPI_COMPILED", sizes)).toEqual([]);
  });
});

describe("a hostile document", () => {
  it.each([
    "http://127.0.0.1:PORT/remote.json",
    "http://127.0.0.1:PORT/remote.json#/components/schemas/a",
    "//127.0.0.1:PORT/remote.json",
    "FILE",
    "FILE#/a",
    "./local.json#/a",
    "local.json",
    "#",
    "#/",
    "#/info/title",
    "#/components/schemas/missing",
    "#/components/schemas/toString",
    "#/components/schemas/a/__proto__",
    "#/components/~schemas",
    "#anchor",
    "",
  ])("has no reference to %j followed", async (reference) => {
    const directory = writeEmitted("openapi-types-refs", [
      { path: "local.json", content: '{ "a": { "type": "string" } }' },
    ]);
    const local = path.join(directory, "local.json");
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end('{"components":{"schemas":{"a":{}}}}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const $ref = reference
      .replace("PORT", String((server.address() as AddressInfo).port))
      .replace("FILE", pathToFileURL(local).href);
    try {
      await expect(declarationsOf(withSchemas({ a: { $ref } }))).rejects.toThrow(
        `OPENAPI_TYPES: the document does not contain the target of a reference: ${JSON.stringify($ref)}`,
      );
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    expect(requests).toBe(0);
  });

  it("has no reference in its data followed", async () => {
    const $ref = "https://example.com/a.json";
    const text = await declarationsOf(
      withSchemas({
        a: { type: "object", default: { $ref }, examples: [{ $ref }], "x-a": { $ref } },
      }),
    );
    expect(text).toContain("a: Record<string, unknown>");
  });

  it("has each operation once", async () => {
    const operation = { operationId: "a", responses: {} };
    await expect(
      declarationsOf(withPaths({ "/a": { get: operation, put: operation } })),
    ).rejects.toThrow("OPENAPI_TYPES: two operations have the operationId a");
  });
});
