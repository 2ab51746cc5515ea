/** Finds values that only one side accepts, by direction; ajv judges, with the composed views. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { RESPONSE, type View } from "../../../src/compose/view.js";
import { openSide, createSideContext } from "../../../src/diff/side.js";
import { createSchemaSet } from "../../../src/json-schema/schema-set.js";
import type { ReleaseFile } from "../../../src/load/release.js";
import { createInstance } from "../../../src/model/instance/create-instance.js";
import { createLowering } from "../../../src/model/lower.js";
import { createOracle } from "../oracle/ajv-oracle.js";
import { mutantsOf } from "../oracle/mutate.js";
import type { Edit, EditDirection } from "./edits.js";
import { SCHEMAS, THING_FILE } from "./release-files.js";

export interface Witnesses {
  /** Valid before, and not after. */
  readonly refused: Json | undefined;
  /** Valid after, and not before. */
  readonly allowed: Json | undefined;
}

const VIEWS: Readonly<Record<EditDirection, View>> = {
  request: { direction: "request", operation: "create" },
  response: RESPONSE,
};

export async function createJury(
  before: readonly ReleaseFile[],
  after: readonly ReleaseFile[],
): Promise<(direction: EditDirection, edit: Edit, payloads: readonly Json[]) => Witnesses> {
  const [from, to] = [await judgeOf(before), await judgeOf(after)];
  return (direction, { loses, brings, covered }, payloads) => {
    const was = from(VIEWS[direction]);
    const is = to(VIEWS[direction]);
    // A member that a side does not declare is no witness of what it takes.
    const declared = (member: string | undefined): readonly Json[] =>
      member === undefined || covered === true
        ? payloads
        : payloads.filter((value) => !holds(value, member));
    return {
      refused: declared(brings).find((value) => was(value) && !is(value)),
      allowed: declared(loses).find((value) => is(value) && !was(value)),
    };
  };
}

async function judgeOf(
  files: readonly ReleaseFile[],
): Promise<(view: View) => (value: Json) => boolean> {
  const side = await openSide({ name: "release", files }, {});
  const { schemas } = createSideContext(side, side.capabilities);
  const oracle = createOracle(schemas.set);
  const place = { document: `${SCHEMAS}/${THING_FILE}`, pointer: "" };
  return (view) => oracle.predicate(schemas.reference(place, view));
}

function holds(value: Json, member: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, each]) => name === member || holds(each as Json, member),
  );
}

/** Values of an edited schema: those it names, instances of both its sides, and what a small damage makes of them. */
export function valuesOf({ before, after, values, undeclared }: Edit): Json[] {
  const made = [...values, ...instancesOf(before), ...instancesOf(after)];
  const extra = undeclared === true ? ["z"] : [];
  return [
    ...made,
    ...made.flatMap((value) => [...mutantsOf(value, extra)].map((mutant) => mutant.value)),
  ];
}

function instancesOf(schema: JsonObject): Json[] {
  const schemas = createSchemaSet();
  schemas.add("test:/schema.json", schema);
  const { node } = createLowering(schemas).definition("test:/schema.json");
  return [0, 1, 2]
    .flatMap((seed) =>
      (["none", "all"] as const).map((optional) => createInstance(node, { seed, optional })),
    )
    .filter((value) => value !== undefined);
}
