/** A random root schema with definitions, as a release has it. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { randomObject, randomSchema, type Definitions } from "../oracle/random-schema.js";
import type { Random } from "../oracle/random.js";

export const REFERENCES: Definitions["references"] = ["#/$defs/one", "#/$defs/two"];

const DEPTH = 3;

export function randomThing(random: Random): JsonObject {
  const schema = randomObject(random, { references: REFERENCES, current: -1 }, DEPTH);
  const definitions = REFERENCES.map((reference, current) => [
    reference.split("/").at(-1),
    randomSchema(random, { references: REFERENCES, current }, DEPTH - 1),
  ]);
  return { ...schema, $defs: Object.fromEntries(definitions) as JsonObject };
}
