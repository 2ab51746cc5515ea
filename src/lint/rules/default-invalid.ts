import { isObject } from "../../json-schema/keywords.js";
import { checkSchemaValues } from "../check-values.js";
import type { OwnLintRule } from "../rule.js";

export const defaultInvalid: OwnLintRule = {
  id: "default-invalid",
  severity: "error",
  summary: "A default is not valid against the schema that contains it.",
  hint: "fix the default, or the rule that it violates",
  explanation: {
    text: "A default is the value that applies where a member is missing. This one would be refused if it were sent, so either the default or the schema is wrong. The check is the same as in generated code.",
    source: "JSON Schema 2020-12 Validation §9.2",
    wrong: { file: "checkout.json", at: "/properties/quantity/default", json: 0 },
    right: { file: "checkout.json", at: "/properties/quantity/default", json: 1 },
  },
  check: (context) =>
    checkSchemaValues(context, "a default", (schema) =>
      isObject(schema) && schema["default"] !== undefined
        ? [{ value: schema["default"], pointer: "/default" }]
        : [],
    ),
};
