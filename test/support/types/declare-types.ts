/** The types of a schema and of all that it refers to, as the types emitter prints them: one namespace for each schema. */

import type { Json } from "@proto-gen/runtime/json";
import { createTypePrinters } from "../../../src/emit/types/type-printer.js";
import { declaredSchema } from "../../../src/emit/types/type-schema.js";
import { collectReachable } from "../../../src/model/graph.js";
import { printDoc } from "../../../src/source/doc.js";
import type { Identifier } from "../../../src/text/identifier.js";
import { definitionOf } from "../exported.js";

/** The name of a schema's own type in its namespace. */
export const ROOT = "Value1";

/** @returns the source of `namespace <name>` for each schema, in order */
export async function declareTypes(
  schemas: ReadonlyMap<string, Json>,
): Promise<ReadonlyMap<string, string>> {
  const named = [...schemas].map(([namespace, schema]) => {
    const definitions = collectReachable([definitionOf(schema)]);
    const names = new Map(
      definitions.map((each, index) => [each, `Value${index + 1}` as Identifier] as const),
    );
    return { namespace, names };
  });
  const types = named.flatMap(({ names }) =>
    [...names.keys()].map((each) => declaredSchema(each.node, (to) => names.get(to)!)),
  );
  const printers = (await createTypePrinters(types)).values();
  return new Map(
    named.map(({ namespace, names }) => {
      const declarations = [...names.values()].map((name) =>
        printDoc(printers.next().value!({ name, comment: undefined })),
      );
      return [namespace, `export namespace ${namespace} {\n${declarations.join("\n")}\n}\n`];
    }),
  );
}
