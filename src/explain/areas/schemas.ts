/** Explanations of the codes of schemas and the types made from them. */

import type { SCHEMA_CODES } from "../../errors/codes/schemas.js";
import type { Explanation } from "../../findings/explanation.js";

const CHECKOUT = "schemas/checkout.json";

export const SCHEMAS = {
  SCHEMA_INVALID: {
    text: "A keyword has a value that JSON Schema does not allow, such as a type that does not exist, or a list as properties. Other tools ignore such a keyword, and then check less than the author believes. Unknown keywords are not errors: they are annotations.",
    source: "JSON Schema 2020-12",
    wrong: { file: CHECKOUT, at: "/properties/id/type", json: "strng" },
    right: { file: CHECKOUT, at: "/properties/id/type", json: "string" },
  },
  SCHEMA_KEYWORD_MISSPELT: {
    text: "JSON Schema ignores keywords that it does not know, so a misspelt rule is no rule: every value passes, and nothing says so. This one differs by one or two letters from a keyword that constrains values or sets the visibility of members; or it is such a keyword elsewhere, as nullable in OpenAPI 3.0, dependencies in draft 7, and the annotations of another protocol. A member for your own tools begins with x-, which is never taken for a keyword.",
    source: "JSON Schema 2020-12 Core §6.5",
    wrong: { file: CHECKOUT, at: "/properties/id", json: { type: "string", minLenght: 1 } },
    right: { file: CHECKOUT, at: "/properties/id", json: { type: "string", minLength: 1 } },
  },
  SCHEMA_ANNOTATION_MISSPELT: {
    text: "This keyword differs by one or two letters from an annotation such as title or description. Values are checked as before, but what it says does not reach the generated comments. It is a warning for that reason.",
    source: "JSON Schema 2020-12 Validation §9",
    wrong: {
      file: CHECKOUT,
      at: "/properties/id",
      json: { type: "string", descripton: "Identifier of the checkout." },
    },
    right: {
      file: CHECKOUT,
      at: "/properties/id",
      json: { type: "string", description: "Identifier of the checkout." },
    },
  },
  SCHEMA_FORMAT_MISSPELT: {
    text: "JSON Schema ignores formats that it does not know, so any text passes. This format differs by one or two letters from one of JSON Schema 2020-12, such as date-time or email. A format that is near none of them is taken for an annotation of your own.",
    source: "JSON Schema 2020-12 Validation §7",
    wrong: { file: CHECKOUT, at: "/properties/id", json: { type: "string", format: "uid" } },
    right: { file: CHECKOUT, at: "/properties/id", json: { type: "string", format: "uuid" } },
  },
  SCHEMA_DIALECT_OUTDATED: {
    text: "Schemas are read as JSON Schema 2020-12, whatever draft $schema names. Most keywords mean the same in draft 7, but keywords beside $ref were ignored there, and items may be a list. Check both, and then name 2020-12.",
    source: "JSON Schema 2020-12 Core §8.1.1",
    wrong: { file: CHECKOUT, at: "/$schema", json: "http://json-schema.org/draft-07/schema#" },
    right: {
      file: CHECKOUT,
      at: "/$schema",
      json: "https://json-schema.org/draft/2020-12/schema",
    },
  },
  SCHEMA_VISIBILITY_UNUSED: {
    text: "A visibility annotation belongs to a member: to its schema in properties, or to additionalProperties for all others. At the root of a document, in an entry of $defs or in an item it annotates nothing, so that a member which was meant to be hidden is not. Write it on each member that refers to the type.",
    source: "§2.1.1",
    wrong: {
      file: CHECKOUT,
      at: "/$defs/amount",
      json: { type: "integer", proto_request: "omit" },
    },
    right: {
      file: CHECKOUT,
      at: "/properties/total",
      json: { $ref: "#/$defs/amount", proto_request: "omit" },
    },
  },
  SCHEMA_REQUIRED_MISSPELT: {
    text: "A name in required, or in dependentRequired, differs by one or two letters from a member that the object declares. Every value would be refused that has the declared member alone, and nothing would require that one. Members may be declared anywhere in the same object: in a branch, behind a $ref, or by an extension.",
    source: "JSON Schema 2020-12 Validation §6.5.3",
    wrong: { file: CHECKOUT, at: "/required", json: ["id", "totl"] },
    right: { file: CHECKOUT, at: "/required", json: ["id", "total"] },
  },
  SCHEMA_REQUIRED_UNDECLARED: {
    text: "A name in required, or in dependentRequired, is that of no member which the object declares: in its properties, in a branch, behind a $ref, or by an extension. Any value is accepted under this name. It is a warning, since JSON Schema allows it.",
    source: "JSON Schema 2020-12 Validation §6.5.3",
    wrong: { file: CHECKOUT, at: "/required", json: ["id", "total", "currency"] },
    right: { file: CHECKOUT, at: "/required", json: ["id", "total"] },
  },
  SCHEMA_OPERATION_MISSPELT: {
    text: "A visibility annotation may set a member's visibility for each operation. No service has an operation of this name, but one has a name that differs by one or two letters. The entry would never apply, and the member would keep the visibility that was meant to change.",
    source: "§2.4",
    wrong: { file: CHECKOUT, at: "/properties/id/proto_request", json: { craete: "omit" } },
    right: { file: CHECKOUT, at: "/properties/id/proto_request", json: { create: "omit" } },
  },
  SCHEMA_VISIBILITY_INVALID: {
    text: "proto_request and proto_response set the visibility of a member in one direction: omit, required or optional, for all operations or for each by its name. An announced change is { transition: { from, to } } with two of these words. Any other value would be ignored silently, and expose a member that was meant to be hidden.",
    wrong: { file: CHECKOUT, at: "/properties/id/proto_request", json: { create: "hidden" } },
    right: { file: CHECKOUT, at: "/properties/id/proto_request", json: { create: "omit" } },
  },
  SCHEMA_PATTERN_INVALID: {
    text: "A pattern is an ECMA-262 regular expression with the u flag, and it is applied to untrusted input. This one does not parse, cannot be analysed, or takes too long on some strings: exponential time, so that a few dozen characters would block the server, or time that grows with the third or a higher power of the length. Rewrite it so that each string matches in only one way. For polynomial time, a small maxLength or a leading ^ helps, too.",
    source: "JSON Schema 2020-12 Validation §6.3.3, ECMA-262",
    wrong: {
      file: CHECKOUT,
      at: "/properties/id",
      json: { type: "string", pattern: "^([a-z]+)+$" },
    },
    right: { file: CHECKOUT, at: "/properties/id", json: { type: "string", pattern: "^[a-z]+$" } },
  },
  MODEL_RECURSION: {
    text: "A schema may refer to itself from a member or an item, as a tree does. This one refers to itself for the same value, by $ref, $dynamicRef, allOf, anyOf, oneOf, not, if, then, else or dependentSchemas, so checking a value would return to the start forever.",
    source: "JSON Schema 2020-12 Core §9.4.1",
    wrong: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/properties/total" } },
    right: { file: CHECKOUT, at: "/properties/total", json: { $ref: "#/$defs/amount" } },
  },
  MODEL_NAME_CLASH: {
    text: "A type is named after its file or its entry in $defs, with more of its path if two would be equal. These two remain equal: gift_card and giftCard both become GiftCard in TypeScript. A number would depend on the order of reading, so none is appended. Two files whose names differ only in case are reported, too.",
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
  SCHEMA_TOO_LARGE: {
    text: "A small schema can cost a lot: a name is written wherever its member is, each schema in a chain of references applies to all values of those before it, and each pattern for members is tried on each name. So the length of names and chains, and the number of such pairs, are limited; docs/budgets.md of this package lists the limits. No real schema comes near them.",
    untested: "Schemas of that size are too long to show.",
  },
  MODEL_TOO_LARGE: {
    text: "Each extension is composed with everything that it extends, so a chain of extensions has a number of members that grows with the square of its length. Generating and compiling such code would take very long. The limit counts types, members, items and branches; docs/budgets.md of this package lists it with the others.",
    untested: "Schemas that grow so far are too long to show.",
  },
  EMIT_TOO_LARGE: {
    text: "A small schema can expand to very large code, so the sum of all files is computed before any is written. No real release comes near the limit; docs/budgets.md of this package lists it with the others.",
    untested: "Schemas that grow so far are too long to show.",
  },
  EMIT_TOOL_TOO_LARGE: {
    text: "With --tool-schemas inline, the descriptor of an MCP tool has each type wherever it is used. A type with two members of the next type, and so on, doubles at every step. More than 20,000 schemas, 5,000,000 characters or 400 levels are refused; no agent could read that much anyway. By default, a type that is used several times is in the descriptor once.",
    untested: "Schemas that grow so far are too long to show.",
  },
} satisfies Record<keyof typeof SCHEMA_CODES, Explanation>;
