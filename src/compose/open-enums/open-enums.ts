/**
 * Enums that a release leaves open (DESIGN §6, §2.6): a `$dynamicRef` leads to a `$dynamicAnchor` on the enum. A capability
 * adds to it by a `$dynamicAnchor` of the same name in its own schema, and owns the values that it adds. Without such
 * capabilities the enum is closed. ADR 60 says why.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { addressKey, type SchemaAddress } from "../../json-schema/schema-address.js";
import type { Sources } from "../../load/sources.js";
import {
  buildRootAnchors,
  ownedValues,
  type AddedValues,
  type OwnedValue,
  type RootAnchors,
} from "./anchored-values.js";
import { collectReachable, surveyEnums, type BaseEnum, type EnumSurvey } from "./enum-survey.js";
import { readValuesAt } from "./listed-values.js";

export interface OpenEnums {
  /** Names under which a release leaves an enum open. */
  readonly anchors: ReadonlySet<string>;
  /** The values that each capability of an agreement adds. */
  readonly added: readonly AddedValues[];
  /** The values that capabilities own in an open enum, or in what one adds to it; undefined for any other schema. */
  ownedAt(address: SchemaAddress): readonly OwnedValue[] | undefined;
  /** Tells whether the document reaches a `$dynamicRef`, whose target depends on the documents that led to it. */
  dependsOnScope(document: string): boolean;
  /** Builds the anchors for a composition of some schemas where only these are active; undefined where none of them adds values. */
  buildAnchors(
    branches: readonly SchemaAddress[],
    isActive: (capability: string) => boolean,
  ): RootAnchors | undefined;
}

const NO_ENUMS: OpenEnums = Object.freeze({
  anchors: new Set<string>(),
  added: [],
  ownedAt: () => undefined,
  dependsOnScope: () => false,
  buildAnchors: () => undefined,
});

export function collectOpenEnums(
  sources: Sources,
  capabilities: readonly CapabilityDeclaration[] = [],
): OpenEnums {
  if (!sources.schemas.usesDynamicReferences) return NO_ENUMS;
  const survey = surveyEnums(sources);
  const { bases } = survey;
  const added = capabilities.flatMap((each) => readAddedValues(sources, each, bases));
  const owned = ownedByAddress(bases, added);
  return {
    anchors: new Set(bases.map(({ anchor }) => anchor)),
    added,
    ownedAt: (address) => owned.get(addressKey(address)),
    dependsOnScope: (document) => survey.dynamic.has(document),
    buildAnchors(branches, isActive) {
      const active = added.filter(({ capability }) => isActive(capability));
      return active.length === 0
        ? undefined
        : buildRootAnchors(findReachableBases(survey, branches), active);
    },
  };
}

function ownedByAddress(
  bases: readonly BaseEnum[],
  added: readonly AddedValues[],
): ReadonlyMap<string, readonly OwnedValue[]> {
  const owned = new Map<string, readonly OwnedValue[]>();
  for (const { address } of bases) owned.set(addressKey(address), []);
  for (const each of added) {
    const released = bases.filter(({ anchor }) => anchor === each.anchor);
    owned.set(addressKey(each.address), ownedValues([each], released));
  }
  return owned;
}

function findReachableBases(
  { bases, references }: EnumSurvey,
  branches: readonly SchemaAddress[],
): readonly BaseEnum[] {
  const documents = branches.map(({ document }) => document);
  const reached = collectReachable(documents, references);
  return bases.filter(({ address }) => reached.has(address.document));
}

function readAddedValues(
  sources: Sources,
  { name, schema }: CapabilityDeclaration,
  bases: readonly BaseEnum[],
): AddedValues[] {
  const location = sources.schemas.at(schema ?? "");
  if (location === undefined) return [];
  const { document, resource } = location;
  return [...resource.dynamicAnchors].flatMap(([anchor, pointer]) => {
    const address = { document, pointer };
    const isBase = bases.some((base) => addressKey(base.address) === addressKey(address));
    if (isBase) return [];
    const values = readValuesAt(sources, address);
    // Anchors on anything else keep their meaning in JSON Schema.
    const isAddition = values !== undefined || bases.some((base) => base.anchor === anchor);
    return isAddition ? [{ capability: name, anchor, address, values: values ?? [] }] : [];
  });
}
