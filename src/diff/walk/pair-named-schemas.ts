/** Pairs the named schemas of both sides: those to compare by themselves, and those that moved, came or went. */

import { RESPONSE } from "../../compose/view.js";
import type { Definition } from "../../model/node.js";
import {
  namedSchemasOf,
  type AddressMatches,
  type NamedSchema,
  type NamedSchemaPair,
  type SharedSchema,
} from "../pairs/named-schemas.js";
import { owningCapability, type Side, type SideContext, type Sides } from "../side.js";
import { findMovedSchemas } from "./moved-schemas.js";
import type { Scope } from "./scope.js";
import { findUnreferenced } from "./unreferenced-schemas.js";
import type { DefinitionFindings } from "./walk-context.js";

export interface NamedSchemas {
  /** Schemas of both sides that nothing else leads to. */
  readonly scopes: readonly Scope[];
  /** For the rules about definitions. */
  readonly pairs: readonly NamedSchemaPair[];
}

/** Definitions of each side. */
export interface SideDefinitions {
  readonly before: readonly Definition[];
  readonly after: readonly Definition[];
}

/**
 * @param compared every pair of definitions that was compared so far
 * @param starts the definitions that operations, capabilities and the profile begin with
 */
export function pairNamedSchemas(
  sides: Sides,
  compared: readonly DefinitionFindings[],
  starts: SideDefinitions,
): NamedSchemas {
  const matches = matchAddresses(sides.before.side, sides.after.side);
  const moved = findMovedSchemas(sides, matches, compared);
  const unreferenced = {
    before: findUnreferenced(sides.before, starts.before),
    after: findUnreferenced(sides.after, starts.after),
  };
  const before = namedSchemasOf(sides.before.side);
  const toNewAddress = moved.filter(({ after }) => !before.has(after.address));
  const scopes = [...matches.shared, ...toNewAddress]
    .filter((pair) => unreferenced.before.has(pair.before.address))
    .filter((pair) => unreferenced.after.has(pair.after.address))
    // A schema that several lead to is reported with the first of them by address, whatever their order.
    .sort((left, right) => (left.after.address < right.after.address ? -1 : 1))
    .map((pair) => schemaScope(sides, pair));
  return { scopes, pairs: [...moved, ...unmovedSchemas(matches, moved, unreferenced)] };
}

function matchAddresses(before: Side, after: Side): AddressMatches {
  const from = namedSchemasOf(before);
  const to = namedSchemasOf(after);
  const old = withoutUnshared(before, after);
  const current = withoutUnshared(after, before);
  return {
    shared: old.flatMap((schema) => {
      const other = to.get(schema.address);
      return other === undefined ? [] : [{ before: schema, after: other }];
    }),
    removed: old.filter(({ address }) => !to.has(address)),
    added: current.filter(({ address }) => !from.has(address)),
  };
}

/** Without schemas of capabilities that the other side lacks: that these came or went is a change of its own. */
function withoutUnshared(side: Side, other: Side): NamedSchema[] {
  return [...namedSchemasOf(side).values()].filter(({ at }) => {
    const owner = owningCapability(side, at.document);
    return owner === undefined || [side, other].every((each) => each.capabilities.includes(owner));
  });
}

/** Unreferenced schemas of one side that moved nowhere. */
function unmovedSchemas(
  { removed, added }: AddressMatches,
  moved: readonly SharedSchema[],
  unreferenced: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> },
): NamedSchemaPair[] {
  const addresses = new Set(moved.flatMap(({ before, after }) => [before.address, after.address]));
  const isLeft = ({ address }: NamedSchema, among: ReadonlySet<string>): boolean =>
    among.has(address) && !addresses.has(address);
  return [
    ...removed
      .filter((schema) => isLeft(schema, unreferenced.before))
      .map((before) => ({ before, after: undefined })),
    ...added
      .filter((schema) => isLeft(schema, unreferenced.after))
      .map((after) => ({ before: undefined, after })),
  ];
}

function schemaScope({ before, after }: Sides, pair: SharedSchema): Scope {
  return {
    before: defineSchema(before, pair.before),
    after: defineSchema(after, pair.after),
    direction: isRoleSchema(pair.after) ? "profile" : "schema",
    operations: [],
    label: pair.after.address,
    isSupplement: true,
  };
}

function defineSchema({ schemas, lowering }: SideContext, { at }: NamedSchema): Definition {
  return lowering.definition(schemas.reference(at, RESPONSE));
}

/** `$defs/<capability>/platform_schema`: what a profile declares of the capability. */
function isRoleSchema({ at: { pointer } }: NamedSchema): boolean {
  return pointer.split("/").length === 4;
}
