/**
 * Collects the values of a profile that a schema describes: the whole profile by the discovery schema of its release, the
 * entry of a capability by a role of the capability's schema (§2.1.2), and the configuration of a payment handler by the
 * handler's schema (§2.1.3).
 */

import { joinPointer, parsePointer } from "@proto-gen/runtime/json";
import type { DeclaredCapability } from "@proto-gen/runtime/codegen/generator";
import type { Composition } from "../compose/compose.js";
import {
  findCapabilitySchemas,
  findHandlerSchemas,
  findProfileDefinition,
} from "../compose/profile-schemas.js";
import { RESPONSE } from "../compose/view.js";
import type { DocumentPosition } from "../load/document.js";
import type { PaymentHandler, Profile } from "../load/profile.js";
import type { ProfileRole } from "../load/profile-role.js";
import type { Lowering } from "../model/lower.js";
import type { Definition } from "../model/node.js";
import type { RoleProfile } from "./profile-role.js";

/** A value in a profile, and the definition that its release has for it. */
export interface DescribedValue extends DocumentPosition {
  readonly definition: Definition;
  /** For the whole profile of a platform: the name of its protocol member. */
  readonly platform?: string | undefined;
}

export interface ReleaseContext {
  readonly composition: Composition;
  readonly lowering: Lowering;
}

export function collectDescribedValues(
  { profile, role }: RoleProfile,
  { composition, lowering }: ReleaseContext,
): DescribedValue[] {
  const { document, registry, paymentHandlers } = profile;
  const described = [
    ...describeProfile(composition, role),
    ...registry.capabilities.flatMap((each) =>
      describeCapability({ profile, declared: each }, composition, role),
    ),
    ...paymentHandlers.flatMap((each) => describeHandler(each, composition, role)),
  ];
  return described.map(({ pointer, reference }) => ({
    document,
    pointer,
    definition: lowering.definition(reference),
    platform: pointer === "" && role === "platform" ? profile.vocabulary.name : undefined,
  }));
}

/** The pointer of a value, and the reference to the schema that describes it. */
interface Description {
  readonly pointer: string;
  readonly reference: string;
}

function describeProfile({ sources, schemas }: Composition, role: ProfileRole): Description[] {
  const address = findProfileDefinition(sources, role);
  return address === undefined
    ? []
    : [{ pointer: "", reference: schemas.reference(address, RESPONSE) }];
}

function describeCapability(
  { profile, declared }: { readonly profile: Profile; readonly declared: DeclaredCapability },
  composition: Composition,
  role: ProfileRole,
): Description[] {
  const pointer = `/${profile.vocabulary.name}${declared.pointer}`;
  return findCapabilitySchemas(declared, composition, role).map((reference) => ({
    pointer,
    reference,
  }));
}

function describeHandler(
  handler: PaymentHandler,
  composition: Composition,
  role: ProfileRole,
): Description[] {
  const { config, entry } = findHandlerSchemas(handler, composition, role);
  const pointer = parentPointer(handler.schema?.pointer ?? "");
  return [
    ...(config === undefined ? [] : [{ pointer: `${pointer}/config`, reference: config }]),
    ...(entry === undefined ? [] : [{ pointer, reference: entry }]),
  ];
}

export function parentPointer(pointer: string): string {
  return joinPointer("", ...parsePointer(pointer).slice(0, -1));
}
