/** A JSON Schema under ajv against an emitted validator, value by value. */

import type { Json } from "@proto-gen/runtime/json";
import type { Validator } from "@proto-gen/runtime/schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { disagreements } from "../oracle/judge.js";
import { mutantsOf } from "../oracle/mutate.js";

export interface Comparison {
  readonly accepted: number;
  readonly rejected: number;
  /** `<value>: <face of the validator that differs>`; none where both always agree. */
  readonly differences: readonly string[];
}

/** Verdicts on the instances and on every mutant of each. ajv's are those to agree with. */
export function compareVerdicts(
  schema: object,
  validator: Validator<unknown>,
  instances: Iterable<Json>,
): Comparison {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
  formats.default(ajv);
  const accepts = ajv.compile(schema);
  const counts = { accepted: 0, rejected: 0 };
  const differences: string[] = [];
  for (const value of withMutants(instances)) {
    const valid = accepts(value);
    counts[valid ? "accepted" : "rejected"] += 1;
    const faces = disagreements(validator, value, valid);
    if (faces.length > 0) differences.push(`${JSON.stringify(value)}: ${faces.join(", ")}`);
  }
  return { ...counts, differences };
}

function* withMutants(instances: Iterable<Json>): Generator<Json> {
  for (const instance of instances) {
    yield instance;
    for (const { value } of mutantsOf(instance)) yield value;
  }
}
