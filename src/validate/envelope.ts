/**
 * Reads the protocol's member of a payload: an envelope (§2.2), or that of a profile (§2.1). The protocol's name is not
 * known here, so the member is recognised by its shape.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";

export interface NamedCapability {
  readonly name: string;
  readonly version: string;
  readonly schema: string | undefined;
  readonly extends: readonly string[];
  /** Its position in the payload. */
  readonly pointer: string;
}

export interface Envelope {
  /** The member's name, which is the protocol's. */
  readonly name: string;
  readonly version: string;
  readonly capabilities: readonly NamedCapability[];
  readonly isProfile: boolean;
  /** It says why there is no resource (§7). */
  readonly isError: boolean;
}

/** The members of a profile beside the protocol's. */
const PROFILE_MEMBERS: ReadonlySet<string> = new Set(["payment", "signing_keys"]);

export function readEnvelope(payload: Json): Envelope | undefined {
  if (!isObject(payload)) return undefined;
  for (const [name, member] of Object.entries(payload)) {
    if (!/^[a-z][a-z0-9_]*$/.test(name) || !isObject(member)) continue;
    const { version } = member;
    if (typeof version !== "string") continue;
    const isProfile = Object.keys(payload).every((key) => key === name || PROFILE_MEMBERS.has(key));
    const capabilities = readCapabilities(member["capabilities"], version, `/${name}/capabilities`);
    const isError = !isProfile && member["status"] === "error";
    if (capabilities.length > 0 || isError || (isProfile && isProfileMember(member)))
      return { name, version, capabilities, isProfile, isError };
  }
  return undefined;
}

function isProfileMember(member: JsonObject): boolean {
  return member["capabilities"] !== undefined || member["services"] !== undefined;
}

/** Reads both shapes of the registry. Malformed entries are left out here; validation reports them. */
function readCapabilities(
  value: Json | undefined,
  version: string,
  pointer: string,
): NamedCapability[] {
  return registryEntries(value, pointer).flatMap(({ name, entry, pointer: at }) =>
    typeof name === "string" && isObject(entry)
      ? [readCapability(name, entry, { version, pointer: at })]
      : [],
  );
}

interface RegistryEntry {
  readonly name: Json | undefined;
  readonly entry: Json;
  readonly pointer: string;
}

function registryEntries(value: Json | undefined, pointer: string): RegistryEntry[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((entry, index) => ({
      name: isObject(entry) ? entry["name"] : undefined,
      entry,
      pointer: `${pointer}/${index}`,
    }));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entries]) =>
    (Array.isArray(entries) ? (entries as readonly Json[]) : [entries]).map((entry) => ({
      name,
      entry,
      pointer: joinPointer(pointer, name),
    })),
  );
}

function readCapability(
  name: string,
  entry: JsonObject,
  { version, pointer }: Pick<NamedCapability, "version" | "pointer">,
): NamedCapability {
  const own = entry["version"];
  const schema = entry["schema"];
  const parents = [entry["extends"] ?? []].flat();
  return {
    name,
    version: typeof own === "string" ? own : version,
    schema: typeof schema === "string" ? schema : undefined,
    extends: parents.filter((each) => typeof each === "string"),
    pointer,
  };
}
