/** Checks examples and defaults with the compiled validator of the schema that they belong to. */

import type { Json } from "@proto-gen/runtime/json";
import { ProtoGenError } from "../errors.js";
import type { View } from "../compose/view.js";
import type { Schema } from "../json-schema/keywords.js";
import { locateSource, type DocumentPosition } from "../load/document.js";
import type { Definition } from "../model/node.js";
import { checkEachSchema } from "./check-schemas.js";
import type { LintContext } from "./context.js";
import type { Observation } from "./rule.js";
import type { SchemaCompiler } from "./schema-compiler.js";

export interface PointedValue {
  readonly value: Json;
  readonly pointer: string;
}

/** @param listValues returns the values in a schema, with pointers below it */
export function checkSchemaValues(
  context: LintContext,
  subject: string,
  listValues: (schema: Schema) => readonly PointedValue[],
): Promise<Observation[]> {
  const { own, isSound, compiler } = context;
  return checkEachSchema(context, own.filter(isSound), ({ document, pointer, schema }) => {
    const values = listValues(schema).map((each) => ({
      ...each,
      pointer: pointer + each.pointer,
    }));
    return checkValues({ position: { document, pointer }, values, subject }, compiler);
  });
}

export interface ValueCheck {
  /** The position of the schema. */
  readonly position: DocumentPosition;
  /** Each with its pointer in the schema's document. */
  readonly values: readonly PointedValue[];
  /** The values as messages name them: `an example`. */
  readonly subject: string;
  /** Needed if the schema's position does not determine the view. */
  readonly view?: View;
}

/** One observation for each invalid value: its first issue. */
export async function checkValues(
  { position, values, subject, view }: ValueCheck,
  compiler: SchemaCompiler,
): Promise<Observation[]> {
  const definition = values.length === 0 ? undefined : resolveLowerable(position, compiler, view);
  if (definition === undefined) return [];
  const validate = await compiler.compile(definition);
  return values.flatMap(({ value, pointer }) => {
    const [issue] = validate(value, 1);
    if (issue === undefined) return [];
    const member = issue.pointer === "" ? "the value" : issue.pointer;
    return [
      {
        message: `${subject} is not valid: ${member} ${issue.message}`,
        place: locateSource(position.document, `${pointer}${issue.pointer}`),
      },
    ];
  });
}

/** Undefined for a schema that only leads back to itself, which MODEL_RECURSION reports. */
function resolveLowerable(
  position: DocumentPosition,
  compiler: SchemaCompiler,
  view: View | undefined,
): Definition | undefined {
  try {
    const definition = compiler.resolve(position, view);
    // Reading the node lowers the schema, which may throw.
    return definition.node === undefined ? undefined : definition;
  } catch (error) {
    if (error instanceof ProtoGenError) return undefined;
    throw error;
  }
}
