/**
 * Builds the list of tools for a platform (§4.5), without members of extensions that it does not have. An unknown
 * platform sees all members, and only what is required of everyone is required.
 */

import type { Json } from "../json/parse-json.js";
import { parsePointer } from "../json/json-pointer.js";
import { isObject } from "../json/members.js";
import type { ObjectSchema, Tool, ToolPart } from "../service/tool.js";

/** The negotiated capabilities. Undefined for an unknown platform. */
export type ActiveSet = ReadonlySet<string> | undefined;

/** Number of cached lists. The least recently used is dropped. */
const KEPT_LISTS = 100;

/** Caches one list for all platforms that see the same. */
export function createToolLists(
  tools: readonly Tool[],
  parts: readonly ToolPart[],
): (active: ActiveSet) => readonly Tool[] {
  const names = [...new Set(parts.flatMap(({ capabilities }) => capabilities))];
  const lists = new Map<string, readonly Tool[]>();
  return (active) => {
    if (parts.length === 0) return tools;
    const key =
      active === undefined ? "unknown" : JSON.stringify(names.filter((each) => active.has(each)));
    const list = lists.get(key) ?? listedTools(tools, parts, active);
    // Maps keep insertion order, so this moves the list to the end.
    lists.delete(key);
    lists.set(key, list);
    for (const oldest of lists.keys()) {
      if (lists.size <= KEPT_LISTS) break;
      lists.delete(oldest);
    }
    return list;
  };
}

function listedTools(
  tools: readonly Tool[],
  parts: readonly ToolPart[],
  active: ActiveSet,
): readonly Tool[] {
  const inactive = parts.filter(
    ({ capabilities }) => !capabilities.some((each) => active?.has(each)),
  );
  return tools.map((tool) => {
    const own = inactive.filter((each) => each.tool === tool.name);
    if (own.length === 0) return tool;
    const inputSchema = own.reduce<Json>(
      (schema, part) =>
        edited(schema, parsePointer(part.schema), (at) => without(at, part, active)),
      tool.inputSchema,
    );
    return { ...tool, inputSchema: withoutUnused(inputSchema as ObjectSchema) };
  });
}

type Members = Readonly<Record<string, Json>>;

/** Returns the schema unchanged if it has no such place. */
function edited(
  schema: Json | undefined,
  [token, ...rest]: readonly string[],
  edit: (schema: Members) => Members,
): Json {
  if (token === undefined) return isObject(schema) ? edit(schema as Members) : (schema as Json);
  if (Array.isArray(schema))
    return schema.map((each: Json, index) =>
      `${index}` === token ? edited(each, rest, edit) : each,
    );
  if (!isObject(schema) || !Object.hasOwn(schema, token)) return schema as Json;
  const members = schema as Members;
  return { ...members, [token]: edited(members[token], rest, edit) };
}

function without(schema: Members, { name, kind }: ToolPart, active: ActiveSet): Members {
  const { required, properties, ...others } = schema;
  const left = Array.isArray(required) ? required.filter((each) => each !== name) : [];
  const isDropped = kind === "member" && active !== undefined;
  const members = Object.entries(isObject(properties) ? properties : {}).filter(
    ([each]) => !isDropped || each !== name,
  );
  return {
    ...others,
    ...(left.length === 0 ? {} : { required: left }),
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members) as Json }),
  };
}

/** Drops schemas in `$defs` that are no longer referenced. */
function withoutUnused({ $defs, ...schema }: ObjectSchema): ObjectSchema {
  if (!isObject($defs)) return schema;
  const used = new Set<string>();
  const waiting: Json[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const name = referredBy(next);
    if (name !== undefined && !used.has(name) && Object.hasOwn($defs, name)) {
      used.add(name);
      waiting.push(($defs as Members)[name] as Json);
    }
    waiting.push(...(Object.values(next) as Json[]));
  }
  const left = Object.entries($defs).filter(([name]) => used.has(name));
  return left.length === 0 ? schema : { ...schema, $defs: Object.fromEntries(left) as Json };
}

function referredBy(schema: object): string | undefined {
  const { $ref } = schema as { readonly $ref?: unknown };
  return typeof $ref === "string" ? /^#\/\$defs\/(\w+)$/.exec($ref)?.[1] : undefined;
}
