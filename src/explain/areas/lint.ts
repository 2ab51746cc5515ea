/**
 * Lint's own rules. Each example is a value in `test/lint/<rule>/wrong`, and in the same release mended: a test
 * compares them.
 */

import type { LintRuleId } from "../../findings/lint-rules.js";
import type { Example } from "../explanation.js";

export interface RuleExplanation {
  /** Why it is a mistake, and what follows from it: two to five sentences. */
  readonly text: string;
  readonly source?: string;
  readonly wrong: Example;
  readonly right: Example;
}

const CHECKOUT = "checkout.json";

export const LINT_EXPLANATIONS: Readonly<Record<LintRuleId, RuleExplanation>> = {
  "id-missing": {
    text: "A schema is known by its $id, and what it refers to counts from there. Without one each reader counts from wherever it found the file, and two of them may read different documents. Service documents need none.",
    source: "JSON Schema 2020-12 Core §8.2.1",
    wrong: {
      file: "types/total.json",
      text: '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "type": "integer"\n}\n',
    },
    right: {
      file: "types/total.json",
      text: '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "$id": "https://example.com/schemas/draft/types/total.json",\n  "type": "integer"\n}\n',
    },
  },
  "id-wrong": {
    text: "Profiles name a schema by its URL, and the release is published so that the URL of a file is that of the directory and its path. A document that calls itself something else is not found by those who follow references to it, and its own references lead elsewhere. Most files of a release say by their $id where it is published.",
    source: "JSON Schema 2020-12 Core §8.2.1, §2.1.2",
    wrong: {
      file: "types/total.json",
      at: "/$id",
      json: "https://example.com/schemas/draft/types/types/total.json",
    },
    right: {
      file: "types/total.json",
      at: "/$id",
      json: "https://example.com/schemas/draft/types/total.json",
    },
  },
  "requires-invalid": {
    text: "requires says which versions of the protocol, and of other capabilities, an extension can be composed with; negotiation drops it elsewhere. What is malformed there is not read, so that the extension is taken for one without demands. A range whose min is after its max is met by no version.",
    source: "§9",
    wrong: {
      file: "gift.json",
      at: "/requires",
      json: { protocol: { min: "2026-06-01", max: "2026-01-01" } },
    },
    right: {
      file: "gift.json",
      at: "/requires",
      json: { protocol: { min: "2026-01-01", max: "2026-06-01" } },
    },
  },
  "operation-unknown": {
    text: "A visibility annotation may say something for each operation. One that no operation of a service document does, and no container has a shape for, is never asked for: mostly it is misspelt, and the member keeps in secret the visibility that was to change.",
    source: "§2.1.1, §2.4",
    wrong: { file: CHECKOUT, at: "/properties/id/proto_request", json: { craete: "omit" } },
    right: { file: CHECKOUT, at: "/properties/id/proto_request", json: { create: "omit" } },
  },
  "example-invalid": {
    text: "Examples are what people copy, and what documents and mocks are made of. This one breaks a rule of its own schema, as it stands in responses, or in the request that a container's shape is of. The check is the one that generated code has.",
    source: "JSON Schema 2020-12 Validation §9.5",
    wrong: { file: CHECKOUT, at: "/properties/currency/examples", json: ["euro"] },
    right: { file: CHECKOUT, at: "/properties/currency/examples", json: ["EUR"] },
  },
  "service-example-invalid": {
    text: "Examples of requests, responses, parameters and headers are what people send first. This one breaks a rule of the schema beside it, as the operation sees that schema: a member that a request leaves out is not asked for in its example. The check is the one that generated code has. What stands elsewhere, by externalValue, is not read.",
    source: "OpenAPI 3.1 §4.8.14",
    wrong: {
      file: "services/shop/rest.openapi.json",
      at: "/paths/~1checkouts/post/requestBody/content/application~1json/examples/euros/value",
      json: { currency: "euro" },
    },
    right: {
      file: "services/shop/rest.openapi.json",
      at: "/paths/~1checkouts/post/requestBody/content/application~1json/examples/euros/value",
      json: { currency: "EUR" },
    },
  },
  "default-invalid": {
    text: "A default says what holds where a member is left out. This one would be refused if it were sent, so that one of the two is wrong. The check is the one that generated code has.",
    source: "JSON Schema 2020-12 Validation §9.2",
    wrong: { file: CHECKOUT, at: "/properties/quantity/default", json: 0 },
    right: { file: CHECKOUT, at: "/properties/quantity/default", json: 1 },
  },
  "one-of-overlap": {
    text: "oneOf is satisfied by values that exactly one branch accepts. The value that is shown was made from one branch, and another accepts it too, so that it is refused, although either branch seems to allow it. A tag, a required member with a const that differs from branch to branch, keeps them apart; anyOf takes what any of them accepts.",
    source: "JSON Schema 2020-12 Core §10.2.1.3",
    wrong: {
      file: CHECKOUT,
      at: "/properties/destination/oneOf",
      json: [
        { type: "object", required: ["street"], properties: { street: { type: "string" } } },
        { type: "object", required: ["store"], properties: { store: { type: "string" } } },
      ],
    },
    right: {
      file: CHECKOUT,
      at: "/properties/destination/oneOf",
      json: [
        {
          type: "object",
          required: ["type", "street"],
          properties: { type: { const: "address" }, street: { type: "string" } },
        },
        {
          type: "object",
          required: ["type", "store"],
          properties: { type: { const: "store" }, store: { type: "string" } },
        },
      ],
    },
  },
  "method-type-incomplete": {
    text: "A new manner of fulfillment is a type of methods, and a business says in its profile whether one checkout may have several destinations of it and which other types it goes together with. All three have to know the type: who adds it to one alone offers what nobody can configure, or configures what nobody can offer.",
    source: "§2.6",
    wrong: {
      file: "types/fulfillment_method.json",
      at: "/properties/type/enum",
      json: ["shipping", "pickup", "locker"],
    },
    right: {
      file: "types/fulfillment_method.json",
      at: "/properties/type/enum",
      json: ["shipping", "pickup"],
    },
  },
  "tokenizer-incomplete": {
    text: "Whoever sends a card to a tokenizer has to know whose it is, where it is, who may call it, which credentials it takes and how long its tokens live. A specification is Markdown whose first heading begins with Specification of the tokenization handler, or specification.md beside the OpenAPI document of one. Each item is a heading with something below it.",
    source: "§4.6",
    wrong: { file: "specification.md", text: "## Token lifecycle policy\n" },
    right: {
      file: "specification.md",
      text: "## Token lifecycle policy\n\nSingle use: a token is invalid once its credential was given out.\n",
    },
  },
};
