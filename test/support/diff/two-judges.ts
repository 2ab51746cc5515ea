/**
 * Two opinions on a value: ajv, and the interpreter that examples are made with. Where they differ one of them has a bug, and
 * the value bears witness to nothing; ajv takes longer to begin, and is asked last.
 */

import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { createSchemaSet } from "../../../src/json-schema/schema-set.js";
import { satisfies } from "../../../src/model/instance/satisfies.js";
import { createLowering } from "../../../src/model/lower.js";
import type { Node } from "../../../src/model/node.js";

const ajv = new Ajv2020({
  strict: false,
  ownProperties: true,
  logger: false,
  validateSchema: false,
});
formats.default(ajv);

export function ajvJudge(schema: JsonObject): (value: Json) => boolean {
  const judge = ajv.compile(schema);
  ajv.removeSchema(schema);
  return judge;
}

export function nodeOf(schema: JsonObject): Node {
  const schemas = createSchemaSet();
  schemas.add("test:/schema.json", schema);
  return createLowering(schemas).definition("test:/schema.json").node;
}

/** The values that are valid on the one side alone, as both judges say. */
export interface Witnesses {
  readonly refused: readonly Json[];
  readonly allowed: readonly Json[];
}

export function witnessesAmong(
  values: readonly Json[],
  before: JsonObject,
  after: JsonObject,
): Witnesses {
  const [from, to] = [nodeOf(before), nodeOf(after)];
  const told = values.filter((value) => satisfies(from, value) !== satisfies(to, value));
  if (told.length === 0) return { refused: [], allowed: [] };
  const [was, is] = [ajvJudge(before), ajvJudge(after)];
  const agreed = told.filter(
    (value) => was(value) === satisfies(from, value) && is(value) === satisfies(to, value),
  );
  return { refused: agreed.filter(was), allowed: agreed.filter(is) };
}
