/**
 * Collects the values of a profile that a schema describes: the whole profile by the discovery schema of its release, the
 * entry of a capability by a role of the capability's schema (§2.1.2), and the configuration of a payment handler by the
 * handler's schema (§2.1.3).
 */

import { joinPointer, parsePointer } from "@proto-gen/runtime/json";
import type { CapabilityDeclaration, DeclaredCapability } from "@proto-gen/runtime/negotiation";
import type { Composition } from "../compose/compose.js";
import { findRoleShapes } from "../compose/roles.js";
import { RESPONSE } from "../compose/view.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import { isObject, isRoleMap } from "../json-schema/keywords.js";
import type { DocumentPosition } from "../load/document.js";
import type { PaymentHandler } from "../load/profile.js";
import type { Sources } from "../load/sources.js";
import type { Lowering } from "../model/lower.js";
import type { Definition } from "../model/node.js";
import type { ProfileRole, RoleProfile } from "./profile-role.js";

/** A value in a profile, and the definition that its release has for it. */
export interface DescribedValue extends DocumentPosition {
  readonly definition: Definition;
}

export interface ReleaseContext {
  readonly composition: Composition;
  readonly lowering: Lowering;
}

export function collectDescribedValues(
  { profile, role }: RoleProfile,
  context: ReleaseContext,
): DescribedValue[] {
  const { document, registry, vocabulary, paymentHandlers } = profile;
  const described = [
    ...describeProfile(context, role),
    ...registry.capabilities.flatMap((each) =>
      describeCapability(each, context, role).map((reference) => ({
        pointer: `/${vocabulary.name}${each.pointer}`,
        reference,
      })),
    ),
    ...paymentHandlers.flatMap((each) => describeHandler(each, context, role)),
  ];
  return described.map(({ pointer, reference }) => ({
    document,
    pointer,
    definition: context.lowering.definition(reference),
  }));
}

/** The pointer of a value, and the reference to the schema that describes it. */
interface Description {
  readonly pointer: string;
  readonly reference: string;
}

function describeProfile({ composition }: ReleaseContext, role: ProfileRole): Description[] {
  const { sources, schemas } = composition;
  const address = findProfileDefinition(sources, role);
  return address === undefined
    ? []
    : [{ pointer: "", reference: schemas.reference(address, RESPONSE) }];
}

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
function describeCapability(
  declared: DeclaredCapability,
  { composition }: ReleaseContext,
  role: ProfileRole,
): string[] {
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
  { name, version, schema }: DeclaredCapability,
  { sources }: Composition,
): CapabilityDeclaration | undefined {
  return sources.profile.registry.capabilities.find(
    (each) =>
      each.name === name &&
      (each.schema === schema || each.version === version) &&
      sources.documents.has(each.schema ?? ""),
  );
}

function describeHandler(
  { name, schema }: PaymentHandler,
  { composition }: ReleaseContext,
  role: ProfileRole,
): Description[] {
  const { sources, schemas } = composition;
  const root = sources.documents.get(schema?.uri ?? "")?.root;
  const defs = isObject(root) ? root["$defs"] : undefined;
  if (schema === undefined || !isObject(defs)) return [];
  const entry = parentPointer(schema.pointer);
  const roleMap = defs[name];
  const described = [
    { pointer: `${entry}/config`, at: [`${role}_config`], isThere: `${role}_config` in defs },
    {
      pointer: entry,
      at: [name, `${role}_schema`],
      isThere: isRoleMap(name, roleMap) && `${role}_schema` in roleMap,
    },
  ];
  return described.flatMap(({ pointer, at, isThere }) =>
    isThere
      ? [
          {
            pointer,
            reference: schemas.reference(
              { document: schema.uri, pointer: joinPointer("/$defs", ...at) },
              RESPONSE,
            ),
          },
        ]
      : [],
  );
}

export function parentPointer(pointer: string): string {
  return joinPointer("", ...parsePointer(pointer).slice(0, -1));
}
