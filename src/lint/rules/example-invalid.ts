import { isObject } from "../../json-schema/keywords.js";
import { checkSchemaValues } from "../check-values.js";
import type { OwnLintRule } from "../rule.js";

export const exampleInvalid: OwnLintRule = {
  id: "example-invalid",
  severity: "error",
  summary: "An example is not valid against the schema that contains it.",
  hint: "fix the example, or the rule that it violates",
  explanation: {
    text: "People copy examples, and documents and mocks are made from them. This one violates its own schema, as that applies to responses, or to the request that a container's shape describes. The check is the same as in generated code.",
    source: "JSON Schema 2020-12 Validation §9.5",
    wrong: { file: "checkout.json", at: "/properties/currency/examples", json: ["euro"] },
    right: { file: "checkout.json", at: "/properties/currency/examples", json: ["EUR"] },
  },
  check: (context) =>
    checkSchemaValues(context, "an example", (schema) => {
      const examples = isObject(schema) ? schema["examples"] : undefined;
      return Array.isArray(examples)
        ? examples.map((value, index) => ({ value, pointer: `/examples/${index}` }))
        : [];
    }),
};
