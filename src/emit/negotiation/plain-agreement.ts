/**
 * The agreement as plain JSON. It has everything that `negotiate` reads of a declaration, so that run time and build
 * time agree, and nothing that depends on how the profile is written, such as pointers and the order of keys.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Agreement, CapabilityDeclaration } from "@proto-gen/runtime/negotiation";

export function plainAgreement({ version, capabilities, excluded }: Agreement): JsonObject {
  return {
    version,
    capabilities: capabilities.map(plainDeclaration),
    excluded: excluded as unknown as readonly Json[],
  };
}

function plainDeclaration(declaration: CapabilityDeclaration): JsonObject {
  const { name, version, extends: parents, spec, schema, config, requires } = declaration;
  return {
    name,
    version,
    extends: parents,
    ...(spec === undefined ? {} : { spec }),
    ...(schema === undefined ? {} : { schema }),
    ...(config === undefined ? {} : { config: sortKeys(config as Json) }),
    ...(requires === undefined ? {} : { requires: sortKeys(requires as unknown as Json) }),
  };
}

function sortKeys(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(sortKeys);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortKeys(member)]));
}
