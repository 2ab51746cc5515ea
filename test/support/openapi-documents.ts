/** OpenAPI 3.1 documents that meet every construct openapi-typescript prints, each by what it is about. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";

/** Each schema as a component, as a member of an object, and as items of a list. */
export function withSchemas(schemas: JsonObject): JsonObject {
  const names = Object.keys(schemas);
  return {
    ...EMPTY,
    components: {
      schemas: {
        ...schemas,
        all_members: { type: "object", properties: schemas },
        all_items: {
          type: "object",
          properties: Object.fromEntries(
            names.map((name) => [name, { type: "array", items: schemas[name] as Json }]),
          ),
          required: names,
        },
      },
    },
  };
}

export function withPaths(paths: JsonObject, components: JsonObject = {}): JsonObject {
  return { ...EMPTY, paths, components };
}

const EMPTY = { openapi: "3.1.0", info: { title: "Test", version: "1" }, paths: {} };

const LONG = "an_extended_fulfillment_method_with_a_name";
const LONGEST = `${LONG}_that_${LONG}_of_${LONG}`;
const HOSTILE =
  "*/ export const a = 1; /* `${b}` \\u0041 \\\r\n'\"\t\u2028 @ts-ignore \u0000 </script> %zz";

const address = {
  type: "object",
  properties: { street: { type: "string" } },
  required: ["street"],
};
const card = {
  type: "object",
  properties: { kind: { const: "card" }, number: { type: "string" } },
  required: ["kind"],
};
const wallet = { type: "object", properties: { kind: { const: "wallet" } }, required: ["kind"] };
const ok = { 200: { description: "OK" } };

export const DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  "nothing but what it must have": EMPTY,
  "neither paths nor components": { openapi: "3.1.0", info: { title: "Test", version: "1" } },
  primitives: withSchemas({
    string: { type: "string" },
    number: { type: "number" },
    integer: { type: "integer", format: "int32" },
    boolean: { type: "boolean" },
    nothing: { type: "null" },
    anything: {},
    always: true,
    never: false,
    nullable: { type: ["string", "null"] },
    several: { type: ["string", "integer", "boolean", "null"] },
    nullable_object: { type: ["object", "null"], properties: { a: { type: "string" } } },
    nullable_list: { type: ["array", "null"], items: { type: "string" } },
  }),
  literals: withSchemas({
    text: { const: "a" },
    quoted: { const: 'it\'s "quoted" \\ `${a}`' },
    number: { const: -1.5 },
    big: { const: 1e21 },
    yes: { const: true },
    nothing: { const: null },
    object: { const: { a: [1, "b", null], "b-c": {}, $ref: "https://example.com" } },
    empty: { const: [] },
    enumeration: { type: "string", enum: ["a", "b"] },
    mixed: { enum: ["a", 1, -2, null, false, "it's", HOSTILE] },
    nullable: { type: ["string", "null"], enum: ["a", null] },
    none: { enum: [] },
    long: { type: "string", enum: Array.from({ length: 12 }, (_, at) => `requires_action_${at}`) },
    longest: { enum: [LONGEST, `${LONGEST}_2`] },
    open: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }] },
    open_and_typed: { type: "string", anyOf: [{ const: "a" }, { type: "string" }] },
    open_or_null: { anyOf: [{ const: "a" }, { type: ["string", "null"] }] },
  }),
  lists: withSchemas({
    any: { type: "array" },
    none: { type: "array", items: false },
    of_lists: { type: "array", items: { type: "array", items: { type: "number" } } },
    of_unions: { type: "array", items: { enum: [LONG, `${LONG}_1`, `${LONG}_2`] } },
    of_objects: { type: "array", items: address },
    of_nullables: { type: "array", items: { anyOf: [address, { type: "null" }] } },
    of_all: { type: "array", items: { allOf: [address, wallet] } },
    sized: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
    pair: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: ["number", "null"] }],
      items: false,
      minItems: 2,
    },
    open_pair: { type: "array", prefixItems: [{ type: "string" }, address], minItems: 1 },
    long_pair: {
      type: "array",
      prefixItems: [{ enum: [LONG, `${LONG}_1`, `${LONG}_2`] }, address],
      items: false,
      minItems: 2,
    },
    empty: { type: "array", prefixItems: [], items: false },
  }),
  objects: withSchemas({
    any: { type: "object" },
    address,
    closed: { ...address, additionalProperties: false },
    open: { ...address, additionalProperties: true },
    opener: { ...address, additionalProperties: {} },
    none: { type: "object", properties: {}, additionalProperties: false },
    map: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    map_of_unions: { type: "object", additionalProperties: { enum: [LONG, `${LONG}_1`, LONGEST] } },
    map_of_maps: {
      type: "object",
      additionalProperties: { type: "object", additionalProperties: true },
    },
    map_beside: { ...address, additionalProperties: { type: "number" } },
    patterns: { type: "object", patternProperties: { "^x-": { type: "string" }, "^y-": address } },
    defaults: { type: "object", properties: { a: { type: "number", default: 1 } } },
    read_only: {
      type: "object",
      properties: {
        id: { type: "string", readOnly: true },
        readonly: { type: "string", readOnly: true },
        "read-only": { type: "string", readOnly: true },
        secret: { type: "string", writeOnly: true },
      },
      required: ["id"],
    },
    definitions: { type: "object", properties: { a: address }, $defs: { yes: true, "a-b": card } },
    definition: { $ref: "#/components/schemas/definitions/$defs/a-b" },
    boolean_members: { type: "object", properties: { any: true, none: false } },
    deep: {
      type: "object",
      properties: {
        a: { type: "object", properties: { b: { type: "object", properties: { c: card } } } },
      },
    },
  }),
  names: withSchemas(
    Object.fromEntries(
      [
        "dev.proto.shopping-checkout",
        "a-b",
        "1",
        "1.5",
        "01",
        "-1",
        "1e21",
        "1e+21",
        "Infinity",
        "NaN",
        "été",
        "中文",
        "😀",
        "__proto__",
        "constructor",
        "toString",
        "readonly",
        "export",
        "interface",
        "default",
        "example",
        "properties",
        "$ref",
        "x-vendor",
        "100%",
        "%41%zz",
        "a/b~c",
        "a#/b",
        "[key: string]",
        "'",
        '"',
        "\\",
        "${a}`",
        "",
        " ",
        "a\nb",
        "\u2028",
        "\ud800",
        HOSTILE,
        LONGEST,
        "components",
      ].map((name) => [name, { type: "object", properties: { [name]: { type: "string" } } }]),
    ),
  ),
  comments: withSchemas({
    one_line: { type: "string", description: "One line" },
    title: { type: "string", title: "A title" },
    compiler: { type: "string", title: "@ts-expect-error" },
    lines: {
      type: "string",
      title: "Title\nin two",
      description: "One\n\n  Two\r\n* three\r- four\n",
    },
    empty: { type: "string", title: "", description: "" },
    spaces: { type: "string", description: " \n " },
    hostile: { type: "string", title: HOSTILE, description: HOSTILE, format: HOSTILE },
    ending: { type: "string", description: "ends in *" },
    slash: { type: "string", title: "/" },
    stars: { type: "string", title: "*", description: "**" },
    longest: { type: "string", description: `${LONGEST} ${LONGEST}` },
    deprecated: { type: "string", deprecated: true },
    example: { type: "string", example: "*/" },
    examples: { type: "object", examples: [{ a: [1, "*/"], allOf: ["b"] }, null, "c", 1] },
    defaults: { type: "object", default: { a: { b: 1 } }, description: "With a default" },
    ignored: { type: "string", title: "prettier-ignore" },
    everything: {
      type: ["string", "null"],
      title: "Title",
      description: "Description",
      deprecated: true,
      default: "a",
      example: "a",
      enum: ["a"],
    },
  }),
  compositions: withSchemas({
    address,
    card,
    wallet,
    one: { oneOf: [card, wallet] },
    one_or_null: { oneOf: [{ $ref: "#/components/schemas/card" }, { type: "null" }] },
    one_of_many: {
      oneOf: ["address", "card", "wallet", "one"].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
    },
    primitives: { oneOf: [{ type: "string" }, { type: "number" }] },
    any: { anyOf: [{ $ref: "#/components/schemas/card" }, address, { type: "string" }] },
    any_required: { ...address, anyOf: [{ required: ["street"] }, { required: ["city"] }] },
    any_beside_all: { allOf: [{ $ref: "#/components/schemas/address" }], anyOf: [card, wallet] },
    all: {
      allOf: [{ $ref: "#/components/schemas/address" }, { $ref: "#/components/schemas/card" }],
    },
    all_and_own: { allOf: [{ $ref: "#/components/schemas/address" }, card], ...wallet },
    all_and_open: { allOf: [{ $ref: "#/components/schemas/address" }], additionalProperties: true },
    all_of_conditions: {
      allOf: [{ $ref: "#/components/schemas/card" }, { if: { required: ["a"] }, then: {} }, true],
    },
    all_of_nothing: { allOf: [{}, { required: ["a"] }] },
    all_of_maps: { allOf: [{ type: "object" }, { additionalProperties: true }] },
    impossible: { allOf: [{ $ref: "#/components/schemas/card" }, false] },
    required: { allOf: [{ $ref: "#/components/schemas/card" }], required: ["number"] },
    required_beside: { $ref: "#/components/schemas/card", required: ["number"] },
    required_of_any: {
      allOf: [{ $ref: "#/components/schemas/any_required" }],
      required: ["street"],
    },
    reference: { $ref: "#/components/schemas/card", description: "A card" },
    member: { $ref: "#/components/schemas/card/properties/number" },
    recursive: {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/recursive" } },
      allOf: [
        {
          type: "object",
          properties: {
            others: { type: "array", items: { $ref: "#/components/schemas/recursive" } },
          },
        },
      ],
    },
    tagged: {
      oneOf: [{ $ref: "#/components/schemas/card" }, { $ref: "#/components/schemas/wallet" }],
      discriminator: {
        propertyName: "kind",
        mapping: { card: "#/components/schemas/card", default: "#/components/schemas/wallet" },
      },
    },
    parent: {
      type: "object",
      properties: { type: { type: "string" }, id: { type: "string" } },
      required: ["type"],
      discriminator: { propertyName: "type", mapping: { child: "#/components/schemas/child" } },
    },
    child: {
      allOf: [
        { $ref: "#/components/schemas/parent" },
        { type: "object", properties: { a: { type: "string" } } },
      ],
    },
    long: {
      allOf: ["address", "card", "wallet", "one_of_many"].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
    },
  }),
  operations: withPaths(
    {
      "/plain": { get: { responses: ok } },
      "/none": {},
      "/referred": { $ref: "#/components/pathItems/shared" },
      "/checkouts/{id}": {
        summary: "Checkouts",
        parameters: [
          { $ref: "#/components/parameters/id" },
          { name: "page", in: "query", schema: { type: "integer" }, description: "Page" },
        ],
        get: {
          operationId: "get.checkout-1",
          summary: "Get",
          description: HOSTILE,
          deprecated: true,
          parameters: [
            { name: "page", in: "query", required: true, schema: { type: "integer", minimum: 1 } },
            { name: "filter[a]", in: "query", style: "deepObject", schema: address },
            { name: "Proto-Agent", in: "header", required: true, schema: { type: "string" } },
            { name: "session", in: "cookie", schema: { type: "string" }, deprecated: true },
            { $ref: "#/components/parameters/long" },
          ],
          responses: {
            200: {
              description: "The checkout",
              headers: {
                ETag: { schema: { type: "string" }, required: true },
                "X-Rate": { description: "Rate", schema: { type: "integer" } },
                Link: { $ref: "#/components/headers/link" },
                Content: { content: { "text/plain": { schema: { type: "string" } } } },
                Unknown: {},
              },
              content: {
                "application/json": {
                  schema: { oneOf: [{ $ref: "#/components/schemas/checkout" }, address] },
                  examples: {
                    a: { value: { allOf: ["a"], discriminator: { propertyName: "a" } } },
                  },
                },
                "application/problem+json": {},
              },
              links: { next: { operationId: "get.checkout-1" } },
            },
            "2XX": { $ref: "#/components/responses/error" },
            default: { description: "Anything else" },
          },
        },
        put: {
          operationId: "put#checkout%",
          requestBody: { $ref: "#/components/requestBodies/checkout" },
          responses: { 204: { description: "Done" } },
          callbacks: {
            done: { "{$request.body#/url}": { post: { operationId: "done", responses: ok } } },
          },
        },
        post: {
          operationId: LONGEST,
          requestBody: {
            required: true,
            description: "A checkout",
            content: {
              "application/json": { schema: { $ref: "#/components/schemas/checkout" } },
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: { file: { type: "string", format: "binary" } },
                },
              },
            },
          },
          responses: {},
        },
        delete: { operationId: "__proto__", requestBody: { content: {} }, responses: ok },
      },
      "/100%/{a}'\"`": { patch: { operationId: "constructor", responses: ok } },
    },
    {
      schemas: { checkout: address },
      parameters: {
        id: {
          name: "id",
          in: "path",
          required: true,
          description: "Its id",
          schema: { type: "string" },
        },
        long: { name: LONGEST, in: "header", schema: { enum: [LONG, `${LONG}_1`, `${LONG}_2`] } },
        bare: { name: "bare", in: "query" },
      },
      headers: { link: { description: "A link", schema: { type: "string" } } },
      responses: {
        error: { description: "An error", content: { "application/json": { schema: address } } },
      },
      requestBodies: {
        checkout: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/checkout" } } },
        },
      },
      pathItems: { shared: { get: { responses: ok } } },
      examples: { a: { value: 1 } },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    },
  ),
  webhooks: {
    ...EMPTY,
    webhooks: {
      order_event: {
        post: {
          operationId: "order_event",
          requestBody: { required: true, content: { "application/json": { schema: address } } },
          responses: { "2XX": { description: "Taken" } },
        },
      },
      "order.event-2": { post: { responses: ok } },
    },
  },
};
