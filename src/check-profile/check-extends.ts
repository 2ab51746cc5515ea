/**
 * Checks that an entry says which capability it extends (§2.1.2). Without `extends`, negotiation keeps an extension whose
 * parent the other side lacks (§9.3). Only the profile that is generated for decides on that.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import type { DeclaredCapability } from "@proto-gen/runtime/codegen/generator";
import { operationOfKey } from "../compose/shapes.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { describesValues, isObject } from "../json-schema/keywords.js";
import { locateSource, type Document } from "../load/document.js";
import type { Sources } from "../load/sources.js";

export function checkExtends({ profile, documents }: Sources): Diagnostic[] {
  const { capabilities } = profile.registry;
  const names = new Set(capabilities.map(({ name }) => name));
  return capabilities.flatMap((declared) => {
    const described = documents.get(declared.schema ?? "");
    if (declared.extends.length > 0 || described === undefined) return [];
    const parents = findExtended(declared, described, names);
    const [parent] = parents;
    if (parent === undefined) return [];
    const value = JSON.stringify(parents.length === 1 ? parent : parents);
    const found = diagnostic(
      "PROFILE_EXTENDS_MISSING",
      `the schema of ${declared.name} extends ${parents.join(" and ")}, but its entry extends nothing`,
      {
        place: locateSource(profile.document, `/${profile.vocabulary.name}${declared.pointer}`),
        hint: `add "extends": ${value}`,
      },
    );
    const place = locateSource(described, joinPointer("/$defs", parent), "key");
    return [{ ...found, related: [{ message: "the schema says so here", place }] }];
  });
}

/**
 * The declared capabilities for which a schema has an entry. One that describes values, or the payloads of operations, is a
 * capability by itself, whatever it adds to others (ADR 59).
 */
function findExtended(
  { name: own }: DeclaredCapability,
  { root }: Document,
  names: ReadonlySet<string>,
): string[] {
  if (!isObject(root) || describesValues(root) || !isObject(root["$defs"])) return [];
  const entries = Object.keys(root["$defs"]);
  if (entries.some((name) => operationOfKey(name) !== undefined)) return [];
  return entries.filter((name) => name !== own && names.has(name));
}
