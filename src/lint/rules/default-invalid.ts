/** Defaults that their own schema refuses. In: the release's schemas. Out: a finding for each default and its first issue. */

import { isObject } from "../../json-schema/keywords.js";
import { invalidValues } from "../invalid-values.js";
import { lintRule } from "../rule.js";

export const defaultInvalid = lintRule("default-invalid", (context) =>
  invalidValues(context, "a default", (schema) =>
    isObject(schema) && schema["default"] !== undefined
      ? [{ value: schema["default"], pointer: "/default" }]
      : [],
  ),
);
