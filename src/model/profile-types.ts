/** Finds the types of a business's profile and of its entries: a server holds what it publishes against them (§2.1). */

import type { Composition } from "../compose/compose.js";
import {
  findCapabilitySchemas,
  findHandlerSchemas,
  findProfileDefinition,
} from "../compose/profile-schemas.js";
import { RESPONSE } from "../compose/view.js";
import { dependsOnExtensions } from "./extension-dependence.js";
import type { Lowering } from "./lower.js";
import type { NamedType } from "./model.js";
import type { Definition } from "./node.js";

type TypeByName = ReadonlyMap<string, NamedType>;

/** The types of a business's profile; a type that has no validator of its own is absent. */
export interface ProfileTypes {
  readonly profile: NamedType | undefined;
  /** The types of the entries of capabilities, by the names of these. */
  readonly capabilities: TypeByName;
  /** The types of the entries of payment handlers. */
  readonly paymentHandlers: TypeByName;
  /** The types of the `config` of payment handlers. */
  readonly paymentConfigs: TypeByName;
}

const ROLE = "business";

export function findProfileTypes(
  composition: Composition,
  lowering: Lowering,
  typeOf: (definition: Definition) => NamedType | undefined,
): ProfileTypes {
  const { agreement, sources } = composition;
  const typeAt = (reference: string | undefined): NamedType | undefined => {
    if (reference === undefined) return undefined;
    const type = typeOf(lowering.definition(reference));
    return type === undefined || type.internal || dependsOnExtensions(type.definition.node)
      ? undefined
      : type;
  };
  const handlers = sources.profile.paymentHandlers.map(
    (handler) => [handler.name, findHandlerSchemas(handler, composition, ROLE)] as const,
  );
  return {
    profile: findWholeType(composition, typeAt),
    capabilities: byName(
      agreement.capabilities.map((each) => [
        each.name,
        typeAt(findCapabilitySchemas(each, composition, ROLE)[0]),
      ]),
    ),
    paymentHandlers: byName(handlers.map(([name, { entry }]) => [name, typeAt(entry)])),
    paymentConfigs: byName(handlers.map(([name, { config }]) => [name, typeAt(config)])),
  };
}

/** A schema that asks for exactly one of two roles refuses profiles that both roles describe: it says nothing of one. */
function findWholeType(
  { sources, schemas }: Composition,
  typeAt: (reference: string) => NamedType | undefined,
): NamedType | undefined {
  const address = findProfileDefinition(sources, ROLE);
  if (address === undefined) return undefined;
  const type = typeAt(schemas.reference(address, RESPONSE));
  return type === undefined || type.definition.node.oneOf.length > 0 ? undefined : type;
}

function byName(entries: readonly (readonly [string, NamedType | undefined])[]): TypeByName {
  return new Map(entries.filter((entry): entry is [string, NamedType] => entry[1] !== undefined));
}
