/**
 * Whether two self-contained schemas say the same. In: two schemas whose references lead into their own `$defs`. Out: the
 * places where they differ, each as a path through both; none where they are the same but for the names of definitions, the
 * order of members and how many references lead to a schema.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "./documents.js";

export function schemaDifferences(left: JsonObject, right: JsonObject): string[] {
  const met = new Set<string>();
  return differences(left, right, "");

  function differences(one: Json | undefined, other: Json | undefined, path: string): string[] {
    if (isObject(one) && isObject(other)) {
      const pair = `${String(one["$ref"])} ${String(other["$ref"])}`;
      if (one["$ref"] === undefined && other["$ref"] === undefined)
        return ofMembers(one, other, path);
      if (met.has(pair) && isOnlyReference(one) && isOnlyReference(other)) return [];
      met.add(pair);
      return ofMembers(resolved(one, left), resolved(other, right), path);
    }
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
      return one.flatMap((each: Json, index) =>
        differences(each, other[index] as Json, `${path}/${index}`),
      );
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [path];
  }

  function ofMembers(one: JsonObject, other: JsonObject, path: string): string[] {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names]
      .filter((name) => name !== "$defs")
      .flatMap((name) => {
        const [mine, theirs] = [memberOf(one, name), memberOf(other, name)];
        return differences(mine, theirs, `${path}/${name}`);
      });
  }
}

/** `required` is a set: its order says nothing. */
function memberOf(object: JsonObject, name: string): Json | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return name === "required" && Array.isArray(value) ? [...value].sort() : value;
}

function isOnlyReference(schema: JsonObject): boolean {
  return Object.keys(schema).length === 1;
}

/** A schema that is only a reference is its target; one with siblings keeps the target beside them. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const reference = schema["$ref"];
  if (typeof reference !== "string") return schema;
  const target = (root["$defs"] as JsonObject)[reference.replace("#/$defs/", "")];
  if (!isOnlyReference(schema)) return { ...schema, $ref: target ?? null };
  return isObject(target) ? resolved(target, root) : { value: target ?? null };
}
