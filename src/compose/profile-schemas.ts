/**
 * Finds the schemas that a release has for the profiles of one role (§2.1): the discovery schema's part for it, the role of
 * each capability with what active extensions add (§2.1.2), and the configuration of payment handlers (§2.1.3).
 */

import { joinPointer } from "@proto-gen/runtime/json";
import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import type { DeclaredCapability } from "@proto-gen/runtime/codegen/generator";
import { isObject, isRoleMap } from "../json-schema/keywords.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import type { PaymentHandler } from "../load/profile.js";
import type { ProfileRole } from "../load/profile-role.js";
import type { Sources } from "../load/sources.js";
import type { Composition } from "./compose.js";
import { findRoleShapes } from "./roles.js";
import { RESPONSE } from "./view.js";

/** Finds the part of the discovery schema that describes the profiles of one role, else the schema itself. */
export function findProfileDefinition(
  { profileSchema, documents }: Pick<Sources, "profileSchema" | "documents">,
  role: ProfileRole,
): SchemaAddress | undefined {
  if (profileSchema === undefined) return undefined;
  const root = documents.get(profileSchema)?.root;
  const defs = isObject(root) ? root["$defs"] : undefined;
  const name = `${role}_profile`;
  const pointer = isObject(defs) && Object.hasOwn(defs, name) ? joinPointer("/$defs", name) : "";
  return { document: profileSchema, pointer };
}

/** The references to the role of a capability, with all that active extensions add to it. */
export function findCapabilitySchemas(
  declared: Pick<DeclaredCapability, "name" | "version" | "schema">,
  composition: Composition,
  role: ProfileRole,
): readonly string[] {
  const key = `${role}_schema`;
  const capability = findLoadedCapability(declared, composition);
  if (capability === undefined) return [];
  const composed = composition.roles.find(
    (each) => each.root === capability.name && each.key === key,
  );
  if (composed !== undefined) return composed.fullViews.map(({ uri }) => uri);
  return findRoleShapes(composition.sources, capability)
    .filter((shape) => shape.key === key)
    .map(({ base }) => composition.schemas.reference(base, RESPONSE));
}

/** A platform may name a document that the run has not read: the business's schema of one name and version is the same. */
function findLoadedCapability(
  { name, version, schema }: Pick<DeclaredCapability, "name" | "version" | "schema">,
  { sources }: Composition,
): CapabilityDeclaration | undefined {
  return capabilitiesNamed(sources, name).find(
    (each) =>
      (each.schema === schema || each.version === version) &&
      sources.documents.has(each.schema ?? ""),
  );
}

const capabilityIndexes = new WeakMap<Sources, Map<string, CapabilityDeclaration[]>>();

/** A profile may declare a capability in several versions. */
function capabilitiesNamed(sources: Sources, name: string): readonly CapabilityDeclaration[] {
  const index = capabilityIndexes.get(sources) ?? indexByName(sources);
  capabilityIndexes.set(sources, index);
  return index.get(name) ?? [];
}

function indexByName({ profile }: Sources): Map<string, CapabilityDeclaration[]> {
  const index = new Map<string, CapabilityDeclaration[]>();
  for (const each of profile.registry.capabilities)
    index.set(each.name, [...(index.get(each.name) ?? []), each]);
  return index;
}

/** References to the schemas of a payment handler. */
export interface HandlerSchemas {
  /** The schema of the whole entry. */
  readonly entry?: string;
  /** The schema of its `config`. */
  readonly config?: string;
}

export function findHandlerSchemas(
  { name, schema }: PaymentHandler,
  { sources, schemas }: Composition,
  role: ProfileRole | "response",
): HandlerSchemas {
  const root = sources.documents.get(schema?.uri ?? "")?.root;
  const defs = isObject(root) ? root["$defs"] : undefined;
  if (schema === undefined || !isObject(defs)) return {};
  const refer = (...tokens: readonly string[]): string => {
    const pointer = joinPointer("/$defs", ...tokens);
    return schemas.reference({ document: schema.uri, pointer }, RESPONSE);
  };
  const [config, entry] = [`${role}_config`, `${role}_schema`];
  const roleMap = defs[name];
  return {
    ...(config in defs ? { config: refer(config) } : {}),
    ...(isRoleMap(name, roleMap) && entry in roleMap ? { entry: refer(name, entry) } : {}),
  };
}
