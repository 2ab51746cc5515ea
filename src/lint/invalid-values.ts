/**
 * Values in schemas that are to be valid against them. In: a release, and where such values stand in a schema. Out:
 * an observation for each that the compiled check of the schema refuses, in the view that responses have.
 */

import type { Json } from "@proto-gen/runtime/json";
import { ProtoGenError } from "../errors.js";
import type { View } from "../compose/view.js";
import type { Schema } from "../json-schema/keywords.js";
import { locateSource } from "../load/document.js";
import type { Definition } from "../model/node.js";
import type { LintContext } from "./context.js";
import { eachSchema } from "./each-schema.js";
import type { Observation } from "./rule.js";
import type { SchemaPlace, Workshop } from "./workshop.js";

export interface Given {
  readonly value: Json;
  readonly pointer: string;
}

export function invalidValues(
  context: LintContext,
  what: string,
  /** With pointers below the schema. */
  valuesOf: (schema: Schema) => readonly Given[],
): Promise<Observation[]> {
  const { own, isSound, workshop } = context;
  return eachSchema(context, own.filter(isSound), (place) => {
    const values = valuesOf(place.schema).map(({ value, pointer }) => ({
      value,
      pointer: place.pointer + pointer,
    }));
    return invalidAt(place, values, what, workshop);
  });
}

/**
 * @param values each with its pointer in the document of the schema
 * @param view in which they are judged, where the schema's place does not say it
 */
export async function invalidAt(
  place: Pick<SchemaPlace, "document" | "pointer">,
  values: readonly Given[],
  what: string,
  workshop: Workshop,
  view?: View,
): Promise<Observation[]> {
  const definition = values.length === 0 ? undefined : definitionAt(place, workshop, view);
  if (definition === undefined) return [];
  const check = await workshop.check(definition);
  return values.flatMap(({ value, pointer }) => {
    const [issue] = check(value, 1);
    if (issue === undefined) return [];
    const member = issue.pointer === "" ? "the value" : issue.pointer;
    return [
      {
        message: `${what} is not valid: ${member} ${issue.message}`,
        place: locateSource(place.document, `${pointer}${issue.pointer}`),
      },
    ];
  });
}

/** A schema that only leads back to itself is another rule's matter. */
function definitionAt(
  place: Pick<SchemaPlace, "document" | "pointer">,
  workshop: Workshop,
  view: View | undefined,
): Definition | undefined {
  try {
    const definition = workshop.definition(place, view);
    // Nodes are made when they are first asked for.
    return definition.node === undefined ? undefined : definition;
  } catch (error) {
    if (error instanceof ProtoGenError) return undefined;
    throw error;
  }
}
