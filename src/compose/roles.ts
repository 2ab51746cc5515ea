/**
 * The roles of a capability: the schemas of its entry in a profile of a business, in one of a platform, and in an answer
 * (§2.1.2). They stand in `$defs` under the capability's name; an extension adds to them by a map of the same name.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { joinPointer } from "@proto-gen/runtime/json";
import { isObject, isRoleMap } from "../json-schema/keywords.js";
import type { Sources } from "../load/sources.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { Shape } from "./shapes.js";
import { RESPONSE } from "./view.js";

/** Lists the roles that a capability's own schema has, as shapes with one view. */
export function findRoleShapes(sources: Sources, capability: CapabilityDeclaration): Shape[] {
  return [...readRoles(sources, capability, capability.name)].map(([key, base]) => ({
    key,
    base,
    viewsWith: () => [RESPONSE],
  }));
}

function readRoles(
  sources: Sources,
  { schema }: CapabilityDeclaration,
  name: string,
): ReadonlyMap<string, SchemaAddress> {
  const location = sources.schemas.at(schema ?? "");
  const defs = isObject(location?.schema) ? location.schema["$defs"] : undefined;
  if (location === undefined || !isObject(defs) || !Object.hasOwn(defs, name)) return new Map();
  const map = defs[name];
  if (!isRoleMap(name, map)) return new Map();
  const { document, pointer } = location;
  return new Map(
    Object.keys(map).map((role) => [
      role,
      { document, pointer: joinPointer(pointer, "$defs", name, role) },
    ]),
  );
}
