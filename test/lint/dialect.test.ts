/** Mistakes of authors: where the dialect refuses a schema, and what `lint` says of the same one. */

import { beforeAll, describe, expect, it } from "vitest";
import { parsePointer, type Json } from "@proto-gen/runtime/json";
import type { Finding } from "../../src/findings/finding.js";
import { lintFiles } from "../../src/lint/lint.js";
import { DIALECT, refusedPlaces } from "../support/dialect.js";

const CHECKOUT = "com.example.checkout";
const GIFT = "com.example.gift";

const checkout = {
  $schema: DIALECT.$id,
  $id: "https://example.com/schemas/checkout.json",
  name: CHECKOUT,
  version: "2026-01-01",
  title: "Checkout",
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", proto_request: { create: "omit", update: "required" } } },
};

const gift = {
  $schema: DIALECT.$id,
  $id: "https://example.com/schemas/gift.json",
  name: GIFT,
  version: "2026-01-01",
  requires: { protocol: { min: "2026-01-01" } },
  title: "Gift",
  $defs: {
    [GIFT]: { platform_schema: { type: "object", title: "Settings" } },
    [CHECKOUT]: {
      allOf: [
        { $ref: "checkout.json" },
        {
          type: "object",
          properties: {
            note: {
              type: "string",
              proto_request: { create: "optional" },
            },
            wraps: { type: "array", items: { type: "string" } },
          },
        },
      ],
    },
  },
};

const MEMBERS = `/$defs/${CHECKOUT}/allOf/1`;
const NOTE = `${MEMBERS}/properties/note`;
const WRAPS = `${MEMBERS}/properties/wraps`;

/** Where a value is written, the rule of `lint` that finds it, and where the dialect refuses it, if not there. */
type Mistake = readonly [
  pointer: string,
  value: Json,
  rule: string | undefined,
  underlined?: string,
];

const MISTAKES: readonly Mistake[] = [
  [`${NOTE}/minLenght`, 3, "SCHEMA_KEYWORD_MISSPELT"],
  [`${NOTE}/maxLengh`, 3, "SCHEMA_KEYWORD_MISSPELT"],
  [`${NOTE}/patern`, "^a$", "SCHEMA_KEYWORD_MISSPELT"],
  [`${NOTE}/ref`, "#", "SCHEMA_KEYWORD_MISSPELT"],
  [`${NOTE}/descripton`, "A note.", "SCHEMA_ANNOTATION_MISSPELT"],
  [`${NOTE}/titel`, "Note", "SCHEMA_ANNOTATION_MISSPELT"],
  [`${WRAPS}/proto_requets`, "omit", "SCHEMA_KEYWORD_MISSPELT"],
  [`${NOTE}/proto_respons`, "omit", "SCHEMA_KEYWORD_MISSPELT"],
  [`${WRAPS}/itmes`, {}, undefined],
  [`${MEMBERS}/requird`, ["note"], "SCHEMA_KEYWORD_MISSPELT"],
  [`${MEMBERS}/additionalproperties`, false, "SCHEMA_KEYWORD_MISSPELT"],
  [`/$defs/${GIFT}/platform_schema/propertis`, {}, "SCHEMA_KEYWORD_MISSPELT"],
  [`${NOTE}/type`, "strnig", "SCHEMA_INVALID"],
  [`${NOTE}/type`, ["string", "string"], "SCHEMA_INVALID"],
  [`${NOTE}/minLength`, "3", "SCHEMA_INVALID"],
  [`${NOTE}/minLength`, -1, "SCHEMA_INVALID"],
  [`${NOTE}/multipleOf`, 0, "SCHEMA_INVALID"],
  [`${NOTE}/enum`, "a", "SCHEMA_INVALID"],
  [`${NOTE}/deprecated`, "yes", "SCHEMA_INVALID"],
  [`${NOTE}/oneOf`, [], "SCHEMA_INVALID"],
  [`${WRAPS}/items`, "string", "SCHEMA_INVALID"],
  [`${MEMBERS}/properties`, [], "SCHEMA_INVALID"],
  ["/$id", "https://example.com/schemas/gift.json#gift", "SCHEMA_INVALID"],
  [`${NOTE}/proto_request`, "omitt", "SCHEMA_VISIBILITY_INVALID"],
  [`${NOTE}/proto_request`, ["create"], "SCHEMA_VISIBILITY_INVALID"],
  [`${NOTE}/proto_response`, true, "SCHEMA_VISIBILITY_INVALID"],
  [`${NOTE}/proto_request/create`, "hidden", "SCHEMA_VISIBILITY_INVALID"],
  [`${NOTE}/proto_request/create`, { update: "omit" }, "SCHEMA_VISIBILITY_INVALID"],
  [`${NOTE}/proto_request/transition`, { from: "optional" }, "SCHEMA_VISIBILITY_INVALID"],
  [
    `${NOTE}/proto_request`,
    { transition: { from: "optional", to: "gone" } },
    "SCHEMA_VISIBILITY_INVALID",
    `${NOTE}/proto_request/transition/to`,
  ],
  [`${NOTE}/format`, "datetime", "SCHEMA_FORMAT_MISSPELT"],
  [`${NOTE}/format`, "url", "SCHEMA_FORMAT_MISSPELT"],
  [`${NOTE}/nullable`, true, "SCHEMA_KEYWORD_MISSPELT"],
  [`${WRAPS}/additionalItems`, false, "SCHEMA_KEYWORD_MISSPELT"],
  [`${WRAPS}/ucp_request`, "omit", "SCHEMA_KEYWORD_MISSPELT"],
  ["/$schema", "http://json-schema.org/draft-07/schema#", "SCHEMA_DIALECT_OUTDATED"],
  [
    "/$defs/wrap",
    { type: "object", proto_request: "omit" },
    "SCHEMA_VISIBILITY_UNUSED",
    "/$defs/wrap/proto_request",
  ],
  [`${MEMBERS}/required`, ["note", "note"], "SCHEMA_INVALID"],
  ["/requires/protocols", {}, "requires-invalid"],
  ["/requires/protocol/min", "2026", "requires-invalid"],
  ["/name", "Gift", "AUTHORITY_MISMATCH"],
  ["/version", "1.0", undefined],
  // Only the dialect is so strict: its description says why.
  [`${NOTE}/required`, true, undefined],
  [`${NOTE}/examples`, "a", "SCHEMA_INVALID"],
  [`${NOTE}/example`, "a", undefined],
  [`${NOTE}/sensitive`, true, undefined],
  // Each annotation may belong to its own protocol.
  [`${NOTE}/ucp_request`, "omit", undefined],
  [`${NOTE}/proto_shared_request`, "yes", undefined],
  // The keyword that was meant stands beside it, so that it may be data.
  [`${NOTE}/proto_requets`, "omit", undefined],
];

describe("a mistake", () => {
  beforeAll(async () => {
    expect(refusedPlaces(checkout)).toEqual([]);
    expect(refusedPlaces(gift)).toEqual([]);
    expect(await lintGift(gift)).toEqual([]);
  });

  for (const [pointer, value, rule, underlined = pointer] of MISTAKES)
    it(`${pointer}: ${JSON.stringify(value)} is refused`, async () => {
      const root = changedGift(pointer, value);
      expect(refusedPlaces(root)).toContain(underlined);
      const rules = (await lintGift(root)).map((each) => each.rule);
      if (rule === undefined) expect(rules).toEqual([]);
      else expect(rules).toContain(rule);
    });
});

function lintGift(root: unknown): Promise<readonly Finding[]> {
  const files = Object.entries({ "checkout.json": checkout, "gift.json": root }).map(
    ([path, content]) => ({ path, bytes: new TextEncoder().encode(JSON.stringify(content)) }),
  );
  return lintFiles({ directory: "schemas", files }).then(({ findings }) => findings);
}

type Holder = Record<string, unknown>;

function changedGift(pointer: string, value: Json): unknown {
  const tokens = parsePointer(pointer);
  const root = structuredClone(gift) as Holder;
  const holder = tokens.slice(0, -1).reduce((at, token) => at[token] as Holder, root);
  holder[tokens.at(-1) ?? ""] = value;
  return root;
}
