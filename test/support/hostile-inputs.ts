/**
 * Small inputs that make much work, or much output. In: nothing. Out: for each its name, its files, and how the tool
 * may end: done, or with the code of a budget. All are within what a document may have.
 */

import {
  capability,
  CHECKOUT,
  checkoutSchema,
  giftSchema,
  profileOf,
  SCHEMAS,
  type ReleaseFiles,
} from "./release.js";

export interface HostileInput {
  readonly what: string;
  /** The message of the budget that it exceeds, and the pointer where; undefined where it is to be generated. */
  readonly refused?: { readonly message: string; readonly pointer: string };
  /** Composition looks at each pair of extensions: a full run alone waits for it. */
  readonly isSlow?: true;
  readonly files: () => ReleaseFiles;
}

const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

function member(schema: object, more: object = {}): () => ReleaseFiles {
  // Without indentation: documents are bounded by their bytes.
  return () => ({
    schemas: { "checkout.json": JSON.stringify(checkoutSchema({ a: schema }, more)) },
  });
}

/** So many extensions; each adds a member of its own to the checkout. */
function extensions(count: number, isChained: boolean): ReleaseFiles {
  const name = (index: number): string => `com.example.shop.extension${index}`;
  const isFirst = (index: number): boolean => !isChained || index === 0;
  const capabilities = many(count, (index) =>
    capability(name(index), { extends: isFirst(index) ? CHECKOUT : name(index - 1) }),
  );
  const schemas = many(count, (index) => [
    `extension${index}.json`,
    giftSchema(
      { [`member${index}`]: { type: "string" } },
      isFirst(index) ? undefined : `extension${index - 1}`,
    ),
  ]);
  return {
    profile: JSON.stringify(
      profileOf(Object.assign({}, capability(CHECKOUT), ...capabilities) as object),
    ),
    schemas: Object.fromEntries(schemas) as Record<string, object>,
  };
}

const strings = (count: number): string[] => many(count, (index) => `value ${index}`);

export const HOSTILE_INPUTS: readonly HostileInput[] = [
  {
    what: "an example of arrays of at least 200 items, nested three deep",
    files: () => {
      const list = (items: object): object => ({ type: "array", minItems: 200, items });
      const schema = checkoutSchema(
        { a: list(list(list({ type: "string" }))) },
        { required: ["a"] },
      );
      const content = { "application/json": { schema: { $ref: "checkout.json" } } };
      const responses = { 200: { description: "The checkout.", content } };
      const post = { operationId: "create_checkout", requestBody: { content }, responses };
      const rest = {
        openapi: "3.1.0",
        info: { title: "Shop", version: "1" },
        paths: { "/checkouts": { post } },
      };
      const service = {
        version: "2026-01-01",
        transport: "rest",
        schema: `${SCHEMAS}/rest.json`,
        endpoint: "https://example.com/v1",
      };
      return {
        profile: profileOf(capability(CHECKOUT), { services: { "com.example.shop": [service] } }),
        schemas: { "checkout.json": schema, "rest.json": rest },
      };
    },
  },
  {
    what: "a chain of 300 extensions",
    isSlow: true,
    files: () => extensions(300, true),
  },
  {
    what: "six documents of 4,000 schemas",
    refused: { message: "the release has more than 20,000 schemas", pointer: "" },
    files: () => ({
      schemas: {
        "checkout.json": checkoutSchema({
          list: { anyOf: many(6, (index) => ({ $ref: `more${index}.json` })) },
        }),
        ...Object.fromEntries(
          many(6, (index) => [`more${index}.json`, { anyOf: many(4_000, () => ({})) }]),
        ),
      },
    }),
  },
  {
    what: "members that double at each of thirty levels",
    refused: {
      message: "the model has more than 30,000 types, members, items and branches",
      pointer: "/properties/",
    },
    files: () => {
      const next = (level: number): object => ({
        allOf: [{ $ref: `#/$defs/level${level + 1}` }, { minProperties: 1 }],
      });
      const level = (number: number): object => ({
        type: "object",
        properties: { left: next(number), right: next(number) },
      });
      const $defs = Object.fromEntries(many(31, (number) => [`level${number}`, level(number)]));
      return {
        schemas: {
          "checkout.json": checkoutSchema(
            { a: { $ref: "#/$defs/level0" } },
            { $defs: { ...$defs, level31: { type: "object" } } },
          ),
        },
      };
    },
  },
  {
    what: "thirty enums of 10,000 values",
    refused: {
      message: "the release has more than 200,000 values",
      pointer: "",
    },
    files: () => ({
      schemas: {
        "checkout.json": checkoutSchema(
          Object.fromEntries(
            many(30, (index) => [`a${index}`, { enum: many(10_000, (value) => value) }]),
          ),
        ),
      },
    }),
  },
  { what: "1,000 extensions of one root", isSlow: true, files: () => extensions(1_000, false) },
  {
    what: "an anyOf of 5,000 constants",
    files: member({ anyOf: strings(5_000).map((value) => ({ const: value })) }),
  },
  {
    what: "prefixItems of 50,000 schemas",
    refused: {
      message: "prefixItems has 50,000 entries; the limit is 20,000",
      pointer: "/properties/a/prefixItems",
    },
    files: member({ type: "array", prefixItems: many(50_000, () => ({ type: "string" })) }),
  },
  {
    what: "200,000 required members",
    refused: {
      message: "required has 200,000 entries; the limit is 20,000",
      pointer: "/properties/a/required",
    },
    files: member({ type: "object", required: strings(200_000) }),
  },
  {
    what: "an enum of half a million numbers",
    refused: {
      message: "enum has 500,000 entries; the limit is 20,000",
      pointer: "/properties/a/enum",
    },
    files: member({ enum: many(500_000, (index) => index) }),
  },
  {
    what: "an enum of a million numbers, of which a thousand differ",
    refused: {
      message: "enum has 1,000,000 entries; the limit is 20,000",
      pointer: "/properties/a/enum",
    },
    files: member({ enum: many(1_000_000, (index) => index % 1_000) }),
  },
  {
    what: "an enum of 300,000 strings",
    refused: {
      message: "enum has 300,000 entries; the limit is 20,000",
      pointer: "/properties/a/enum",
    },
    files: member({ enum: many(300_000, (index) => `${index}`) }),
  },
  {
    what: "an allOf of one enum, thirty times",
    files: member({ allOf: many(30, () => ({ enum: strings(2_000) })) }),
  },
  {
    what: "a description of 900,000 lines",
    refused: {
      message: "description has 1,800,000 characters; the limit is 100,000",
      pointer: "/properties/a/description",
    },
    files: member({ type: "string", description: "a\n".repeat(900_000) }),
  },
];
