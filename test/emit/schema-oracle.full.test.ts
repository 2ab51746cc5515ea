/**
 * Exported schemas of whole releases against ajv on the composition itself, on valid instances and on
 * small damages of them (`MUTANTS_RUNS` of each): by reference to the named types, and written out.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it } from "vitest";
import { exportNode } from "../../src/emit/schema/export-node.js";
import { hasUnevaluated } from "../../src/emit/schema/unevaluated.js";
import { buildModel } from "../../src/model/build.js";
import type { Model, NamedType } from "../../src/model/model.js";
import type { Definition } from "../../src/model/node.js";
import { booleanSchemas, predicateOf, toolForm } from "../support/exported.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { sampled } from "../support/sizes.js";
import { ownSubjects, publishedSubjects, type Subject } from "../support/oracle/subjects.js";

const RELEASES = ["2026-01-11", "2026-01-23"];

function typesOf(model: Model): NamedType[] {
  return model.modules.flatMap(({ types }) => types);
}

function referenceTo({ module, name }: NamedType): JsonObject {
  return { $ref: `#/$defs/${module.replaceAll("/", ".")}.${name}` };
}

/** Every type of the model below `$defs`, as one document. */
function definitionsOf(model: Model): JsonObject {
  const types = typesOf(model);
  const observed = hasUnevaluated(types.map(({ definition }) => definition.node));
  const reference = (definition: Definition): JsonObject => referenceTo(model.typeOf(definition));
  return Object.fromEntries(
    types.map((type) => [
      `${type.module.replaceAll("/", ".")}.${type.name}`,
      exportNode(type.definition.node, reference, { observed }),
    ]),
  );
}

type Predicate = (value: unknown) => boolean;

/** Verdicts by reference, of one document that ajv compiles once. */
function predicatesOf(model: Model, $defs: JsonObject): (type: NamedType) => Predicate {
  // A member a type: of the types of this object it judges the one that is there.
  const properties = Object.fromEntries(
    typesOf(model).map((type) => [referenceTo(type)["$ref"], referenceTo(type)]),
  ) as JsonObject;
  const isValid = predicateOf({ properties, $defs }, { assertFormats: true });
  return (type) => (value) => isValid({ [String(referenceTo(type)["$ref"])]: value });
}

/** The model's type of a subject: surfaces stand in the order of the composition's shapes. */
function typeOf(model: Model, { composition, reference, name }: Subject): NamedType {
  for (const [index, { fullViews: surface }] of composition.shapes.entries()) {
    const at = surface.findIndex(({ uri }) => uri === reference);
    const view = model.subsetChecks[index]?.views[at];
    if (view !== undefined) return view.type;
  }
  const found = typesOf(model).find((type) => type.name === name);
  if (found === undefined) throw new Error(`the model has no ${name}`);
  return found;
}

describe.each(["own profile", ...RELEASES])("%s: exported schemas and ajv", (label) => {
  const isMissing = RELEASES.includes(label) && process.env["PROTO_GEN_PUBLISHED"] === undefined;
  let subjects: readonly Subject[] = [];
  let model: Model;
  let $defs: JsonObject;

  beforeAll(async () => {
    if (isMissing) return;
    const found =
      label === "own profile"
        ? await ownSubjects("schema")
        : await publishedSubjects(label, "schema");
    subjects = found ?? [];
    model = buildModel((subjects[0] as Subject).composition);
    $defs = definitionsOf(model);
  }, 60_000);

  /** Verdicts that differ from the oracle's, and how many there were. */
  function judge(predicateFor: (type: NamedType) => Predicate): {
    count: number;
    wrong: string[];
  } {
    const wrong: string[] = [];
    let count = 0;
    for (const subject of subjects) {
      const { name, instance, isValid } = subject;
      const exported = predicateFor(typeOf(model, subject));
      if (!exported(instance)) wrong.push(`${name}: the instance is refused`);
      const all = [...mutantsOf(instance, ["x_unknown", "isPrototypeOf"])];
      for (const { kind, at, value } of sampled("MUTANTS", all, 80)) {
        count++;
        if (exported(value) !== isValid(value)) wrong.push(`${name}: ${kind} at ${at}`);
      }
    }
    return { count, wrong };
  }

  it.skipIf(isMissing)("agree on mutants, by reference", () => {
    const { count, wrong } = judge(predicatesOf(model, $defs));
    console.info(`${label}: ${count} mutants`);
    expect(count).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it.skipIf(isMissing)("agree on mutants, written out", () => {
    const { count, wrong } = judge(({ definition }) =>
      predicateOf(toolForm(definition), { assertFormats: true }),
    );
    expect(count).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it.skipIf(isMissing)("hold every type, with no boolean schema", () => {
    const types = typesOf(model);
    predicateOf({ anyOf: types.map(referenceTo), $defs }, { assertFormats: true });
    expect(booleanSchemas({ $defs })).toEqual([]);
    const inline = types.map(({ definition }) => toolForm(definition));
    expect(inline.flatMap((schema) => booleanSchemas(schema))).toEqual([]);
    const texts = inline.map((schema) => JSON.stringify(schema));
    expect(texts.filter((text) => text.includes('"$ref"'))).toEqual([]);
    console.info(
      `${label}: ${types.length} types in ${JSON.stringify($defs).length} characters by reference; ` +
        `the largest written out has ${Math.max(...texts.map(({ length }) => length))}`,
    );
  });
});
