/**
 * The profile that a mock publishes: the one that it was generated from, without the capabilities that were pruned, and without
 * capabilities and transports that it does not serve. One that is another's may have odd entries: these are left out as everyone leaves them out, so that no answer has a payment handler of them.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { readSoundProfile } from "@proto-gen/runtime/codegen/generator";
import type { Interpretation } from "../interpretation.js";
import { isObject } from "../json-schema/keywords.js";
import { findServedCapabilities } from "./served-capabilities.js";

export function servedProfile({ sources, agreement, model }: Interpretation): JsonObject {
  const { document, vocabulary } = sources.profile;
  const root = readSoundProfile(vocabulary.name, document.root).profile as JsonObject;
  const member = root[vocabulary.name] as JsonObject;
  const active = new Map(agreement.capabilities.map(({ name, version }) => [name, version]));
  const served = findServedCapabilities(model);
  const isActive = (name: unknown, entry: unknown): boolean =>
    isObject(entry) && served.has(String(name)) && active.get(String(name)) === entry["version"];
  const { services, capabilities } = member;
  return {
    ...root,
    [vocabulary.name]: {
      ...member,
      ...(services === undefined ? {} : { services: filterServices(services) }),
      capabilities: filterCapabilities(capabilities, isActive),
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

const OTHER_TRANSPORTS = new Set(["a2a", "embedded"]);

/** One entry a transport, which it names, or one entry with a member for each (§2.1.1); in a list or by names. */
function filterServices(declared: Json): Json {
  if (Array.isArray(declared)) return declared.flatMap(servedBindings);
  if (!isObject(declared)) return declared;
  const entries = Object.entries(declared).flatMap(([name, each]) => {
    const left = [each].flat().flatMap(servedBindings);
    if (left.length === 0) return [];
    return [[name, Array.isArray(each) ? left : (left[0] as Json)] as const];
  });
  return Object.fromEntries(entries);
}

function servedBindings(entry: Json): Json[] {
  if (!isObject(entry)) return [entry];
  if (OTHER_TRANSPORTS.has(String(entry["transport"]))) return [];
  return [
    Object.fromEntries(Object.entries(entry).filter(([name]) => !OTHER_TRANSPORTS.has(name))),
  ];
}
