/** Examples that their own schema refuses. In: the release's schemas. Out: a finding for each example and its first issue. */

import { isObject } from "../../json-schema/keywords.js";
import { invalidValues } from "../invalid-values.js";
import { lintRule } from "../rule.js";

export const exampleInvalid = lintRule("example-invalid", (context) =>
  invalidValues(context, "an example", (schema) => {
    const examples = isObject(schema) ? schema["examples"] : undefined;
    return Array.isArray(examples)
      ? examples.map((value, index) => ({ value, pointer: `/examples/${index}` }))
      : [];
  }),
);
