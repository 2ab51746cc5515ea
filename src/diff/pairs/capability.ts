/** Pairs the capabilities of two sides by name, with the metadata of their documents. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { isObject } from "../../json-schema/keywords.js";
import { DRAFT } from "../../load/release-profile.js";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Side } from "../side.js";
import { NOWHERE } from "./value.js";

export interface Capability {
  readonly name: string;
  /** Undefined if the release states none. */
  readonly version: string | undefined;
  readonly extends: readonly string[];
  /** As its document has it; undefined where it has none. */
  readonly requires: Json | undefined;
  readonly title: Json | undefined;
  readonly description: Json | undefined;
  readonly at: SchemaAddress;
}

export interface CapabilityPair {
  readonly before: Capability | undefined;
  readonly after: Capability | undefined;
}

export function capabilityPairs(
  before: Side,
  after: Side,
): (CapabilityPair & { readonly name: string })[] {
  const names = new Set([before, after].flatMap(ownCapabilities));
  return [...names].sort().map((name) => ({
    name,
    before: capabilityOf(before, name),
    after: capabilityOf(after, name),
  }));
}

function ownCapabilities({ capabilities, outside }: Side): string[] {
  return capabilities.filter((name) => !outside.has(name));
}

/** The highest version that is declared: the one that is used (§9.3). */
function capabilityOf({ sources, capabilities }: Side, name: string): Capability | undefined {
  if (!capabilities.includes(name)) return undefined;
  const [declared] = sources.profile.registry.capabilities
    .filter((each) => each.name === name)
    .sort((left, right) => (left.version < right.version ? 1 : -1));
  if (declared === undefined) return undefined;
  const location = sources.schemas.at(declared.schema ?? "");
  const root = location !== undefined && isObject(location.schema) ? location.schema : {};
  return {
    name,
    version: declared.version === DRAFT ? statedVersion(root) : declared.version,
    extends: declared.extends,
    requires: root["requires"],
    title: root["title"],
    description: root["description"],
    at: location ?? NOWHERE,
  };
}

function statedVersion({ version }: JsonObject): string | undefined {
  return typeof version === "string" ? version : undefined;
}
