/**
 * The tools that one platform is shown (§4.5). What an extension requires is required of platforms that have it; of a
 * platform that is not known, only what every platform must send.
 */

import type { Json } from "../json/index.js";
import { parsePointer } from "../json/json-pointer.js";
import { isObject } from "../json/members.js";
import type { ObjectSchema, Tool, ToolRequirement } from "../service/index.js";

/** @param active the capabilities that the platform and the business both have; none for an unknown platform */
export function listedTools(
  tools: readonly Tool[],
  requirements: readonly ToolRequirement[],
  active: ReadonlySet<string>,
): readonly Tool[] {
  const dropped = requirements.filter(({ capability }) => !active.has(capability));
  return tools.map((tool) => {
    const own = dropped.filter((each) => each.tool === tool.name);
    if (own.length === 0) return tool;
    const inputSchema = own.reduce<Json>(
      (schema, { schema: pointer, name }) => withoutRequired(schema, parsePointer(pointer), name),
      tool.inputSchema,
    );
    return { ...tool, inputSchema: inputSchema as ObjectSchema };
  });
}

/** Unchanged where the schema has no such place. */
function withoutRequired(schema: Json, [token, ...rest]: readonly string[], name: string): Json {
  if (!isObject(schema)) return schema;
  const members = schema as Readonly<Record<string, Json>>;
  if (token !== undefined) {
    const below = Object.hasOwn(members, token) ? members[token] : undefined;
    if (below === undefined) return schema;
    return { ...members, [token]: withoutRequired(below, rest, name) };
  }
  const { required, ...others } = members;
  if (!Array.isArray(required)) return schema;
  const left = required.filter((each) => each !== name);
  return left.length === 0 ? others : { ...others, required: left };
}
