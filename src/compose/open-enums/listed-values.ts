/** Reads which values a schema lists, however it does so: by `enum`, `const`, a `$ref`, or a choice of these. */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { isObject, type Schema } from "../../json-schema/keywords.js";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { ResolvedSchema } from "../../json-schema/schema-set.js";
import type { Sources } from "../../load/sources.js";

/** Returns undefined if the schema is not a list of values. */
export function readListedValues(
  sources: Sources,
  { schema, document, pointer, resource }: ResolvedSchema,
  above: readonly string[] = [],
): readonly Json[] | undefined {
  const key = addressKey({ document, pointer });
  if (!isObject(schema) || above.includes(key)) return undefined;
  if (Array.isArray(schema["enum"])) return schema["enum"] as readonly Json[];
  if (schema["const"] !== undefined) return [schema["const"]];
  const within = [...above, key];
  if (typeof schema["$ref"] === "string") {
    const target = sources.resolve(resource.uri, document, schema["$ref"]);
    return target && readListedValues(sources, target, within);
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const lists = (branches as readonly Schema[]).flatMap((branch, index) =>
      // A dynamic reference leads to the values that are added to this list.
      isObject(branch) && branch["$dynamicRef"] !== undefined
        ? []
        : [
            readValuesAt(
              sources,
              { document, pointer: joinPointer(pointer, keyword, index) },
              within,
            ),
          ],
    );
    return lists.some((each) => each === undefined)
      ? undefined
      : lists.flatMap((each) => each ?? []);
  }
  return undefined;
}

export function readValuesAt(
  sources: Sources,
  { document, pointer }: SchemaAddress,
  above: readonly string[] = [],
): readonly Json[] | undefined {
  const location = sources.schemas.locate(document, pointer);
  return location && readListedValues(sources, location, above);
}
