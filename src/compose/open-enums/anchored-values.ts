/**
 * The values that a composition allows under each anchor. Every value that is not the release's keeps the capabilities that
 * add it, so that a part of a shape can allow it only where one of them is active (ADR 60).
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { distinctValues } from "../../json-schema/json-values.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { BaseEnum } from "./enum-survey.js";

/** A value of an open enum that is allowed only where one of some capabilities is active. */
export interface OwnedValue {
  readonly value: Json;
  readonly capabilities: readonly string[];
}

/** The values that one capability adds to the open enums of one name. */
export interface AddedValues {
  readonly capability: string;
  readonly anchor: string;
  readonly address: SchemaAddress;
  /** Empty where the schema at the address is no list of values. */
  readonly values: readonly Json[];
}

/** The `$defs` of a composition's root: each anchor lists the values that a `$dynamicRef` to it allows. */
export interface RootAnchors {
  readonly defs: JsonObject;
  /** By anchor, the values that are not the release's. */
  readonly owned: ReadonlyMap<string, readonly OwnedValue[]>;
  /** The capabilities that own them. */
  readonly capabilities: readonly string[];
}

/** Returns undefined if no enum has added values. */
export function buildRootAnchors(
  bases: readonly BaseEnum[],
  active: readonly AddedValues[],
): RootAnchors | undefined {
  const defs: Record<string, Json> = {};
  const owned = new Map<string, readonly OwnedValue[]>();
  for (const anchor of [...new Set(bases.map((base) => base.anchor))].sort()) {
    const own = bases.filter((base) => base.anchor === anchor);
    const added = active.filter((each) => each.anchor === anchor);
    const values = ownedValues(added, own);
    if (values.length === 0) continue;
    const whole = own.filter(({ isWhole }) => isWhole).flatMap((base) => base.values);
    owned.set(anchor, values);
    defs[anchor] = {
      $dynamicAnchor: anchor,
      enum: distinctValues([...whole, ...values.map(({ value }) => value)]),
    };
  }
  if (owned.size === 0) return undefined;
  const capabilities = [...owned.values()].flat().flatMap((each) => each.capabilities);
  return { defs, owned, capabilities: [...new Set(capabilities)].sort() };
}

/** Lists the added values that the release's enums do not have, each once with all its owners. */
export function ownedValues(
  added: readonly AddedValues[],
  bases: readonly BaseEnum[],
): readonly OwnedValue[] {
  const released = new Set(
    bases.flatMap(({ values }) => values.map((each) => JSON.stringify(each))),
  );
  const owners = new Map<string, { value: Json; capabilities: string[] }>();
  for (const { capability, values } of added) {
    for (const value of distinctValues(values)) {
      const key = JSON.stringify(value);
      if (released.has(key)) continue;
      const known = owners.get(key) ?? { value, capabilities: [] };
      owners.set(key, known);
      known.capabilities.push(capability);
    }
  }
  return [...owners.values()];
}
