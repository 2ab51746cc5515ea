/** Codes of schemas: each by itself, and the types that are made of it. */

import type { SCHEMA_CODES } from "../../errors/codes/schemas.js";
import type { Explanation } from "../../findings/explanation.js";

const CHECKOUT = "schemas/checkout.json";

export const SCHEMAS = {
  SCHEMA_INVALID: {
    text: "A keyword has a value that JSON Schema does not allow, such as a type that does not exist or properties that are a list. Other tools pass over such a keyword, and then check less than the author believes. Keywords that are not known are no error: they are annotations.",
    source: "JSON Schema 2020-12",
    wrong: { file: CHECKOUT, at: "/properties/id/type", json: "strng" },
    right: { file: CHECKOUT, at: "/properties/id/type", json: "string" },
  },
  SCHEMA_VISIBILITY: {
    text: "proto_request and proto_response say whether a member is seen in one direction: omit, required or optional, for all operations or for each by its name. A change that is announced is { transition: { from, to } } with two of these words. Any other value would be passed over in silence, and show a member that was to be hidden.",
    wrong: { file: CHECKOUT, at: "/properties/id/proto_request", json: { create: "hidden" } },
    right: { file: CHECKOUT, at: "/properties/id/proto_request", json: { create: "omit" } },
  },
  SCHEMA_PATTERN: {
    text: "A pattern is an ECMA-262 regular expression with the u flag, and it runs on what strangers send. This one does not parse, cannot be judged, or has texts on which it tries too many ways to match: exponentially many, so that a few dozen characters would stop the server, or the third or a higher power of the text's length. Write it so that each text matches in one way. Of a power, also a small maxLength helps, and ^ at the beginning.",
    source: "JSON Schema 2020-12 Validation §6.3.3, ECMA-262",
    wrong: {
      file: CHECKOUT,
      at: "/properties/id",
      json: { type: "string", pattern: "^([a-z]+)+$" },
    },
    right: { file: CHECKOUT, at: "/properties/id", json: { type: "string", pattern: "^[a-z]+$" } },
  },
  MODEL_RECURSION: {
    text: "A schema may refer to itself from a member or an item, as a tree does. This one refers to itself in place, by $ref or allOf alone: who checks a value against it comes back to where they were, and never reaches a rule.",
    source: "JSON Schema 2020-12 Core §9.4.1",
    wrong: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/properties/total" } },
    right: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/$defs/amount" } },
  },
  NAME_CLASH: {
    text: "A type is named after its file or its entry of $defs, with more of its path where two would be equal. These two stay equal: gift_card and giftCard are one name in TypeScript, GiftCard. A number behind one of them would change with the order of reading, so that none is given. The same is said of two files that differ in upper and lower case alone.",
    wrong: {
      file: CHECKOUT,
      at: "",
      json: {
        type: "object",
        properties: { card: { $ref: "#/$defs/gift_card" }, refund: { $ref: "#/$defs/giftCard" } },
        $defs: {
          gift_card: { type: "object", properties: { code: { type: "string" } } },
          giftCard: { type: "object", properties: { amount: { type: "integer" } } },
        },
      },
    },
    right: {
      file: CHECKOUT,
      at: "",
      json: {
        type: "object",
        properties: {
          card: { $ref: "#/$defs/gift_card" },
          refund: { $ref: "#/$defs/refund_card" },
        },
        $defs: {
          gift_card: { type: "object", properties: { code: { type: "string" } } },
          refund_card: { type: "object", properties: { amount: { type: "integer" } } },
        },
      },
    },
  },
  MODEL_TOO_LARGE: {
    text: "Each extension is composed with all that it extends, so that a chain of many extensions, each of which extends the one before, has as many members as half the square of its length. Whoever generates it, or compiles what was generated, waits for long. The number is that of types, members, items and branches; docs/budgets.md has it beside the others.",
    untested: "Schemas that grow so far are too long to show.",
  },
  EMIT_TOO_LARGE: {
    text: "A small schema can ask for a very large text, and the sum of all files is counted before any is written. No release that people read comes near to it; docs/budgets.md has the number beside the others.",
    untested: "Schemas that grow so far are too long to show.",
  },
  EMIT_TOOL_TOO_LARGE: {
    text: "The descriptor of an MCP tool has no $ref, so that any client can read it: each type is written out wherever it is used. A type with two members of the next type, and so on, doubles at every step. Past 20,000 schemas, 5,000,000 characters or 400 levels it is refused, which no agent could read anyway.",
    untested: "Schemas that grow so far are too long to show.",
  },
} satisfies Record<keyof typeof SCHEMA_CODES, Explanation>;
