/**
 * The profile that a mock publishes: the one that it was generated from, without the capabilities that were pruned. One that is another's
 * may have odd entries: these are left out as everyone leaves them out, so that no answer has a payment handler of them.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { readSoundProfile } from "@proto-gen/runtime/negotiation";
import type { Interpretation } from "../../../interpretation.js";
import { isObject } from "../../../json-schema/keywords.js";

export function servedProfile({ sources, agreement }: Interpretation): JsonObject {
  const { document, vocabulary } = sources.profile;
  const root = readSoundProfile(vocabulary.name, document.root).profile as JsonObject;
  const member = root[vocabulary.name] as JsonObject;
  const active = new Map(agreement.capabilities.map(({ name, version }) => [name, version]));
  const isActive = (name: unknown, entry: unknown): boolean =>
    isObject(entry) && active.get(String(name)) === entry["version"];
  return {
    ...root,
    [vocabulary.name]: {
      ...member,
      capabilities: filterCapabilities(member["capabilities"], isActive),
    },
  };
}

/** Keeps the list or the map that the profile has (§2.1). */
function filterCapabilities(
  declared: JsonObject[string] | undefined,
  isActive: (name: unknown, entry: unknown) => boolean,
): JsonObject[string] {
  if (Array.isArray(declared))
    return declared.filter((each) => isActive(isObject(each) ? each["name"] : undefined, each));
  const entries = Object.entries(isObject(declared) ? declared : {}).flatMap(([name, each]) => {
    const left = [each].flat().filter((entry) => isActive(name, entry));
    return left.length === 0 ? [] : [[name, left] as const];
  });
  return Object.fromEntries(entries);
}
