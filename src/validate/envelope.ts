/**
 * The protocol's member of a payload: an envelope (§2.2), or a profile's (§2.1). In: the payload. Out: the
 * version and the capabilities that it names; undefined where it names none.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";

export interface NamedCapability {
  readonly name: string;
  readonly version: string;
  readonly schema: string | undefined;
  readonly extends: readonly string[];
  /** Where it stands in the payload. */
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

/** What a profile has beside the protocol's member. */
const PROFILE_MEMBERS: ReadonlySet<string> = new Set(["payment", "signing_keys"]);

export function readEnvelope(payload: Json): Envelope | undefined {
  if (!isObject(payload)) return undefined;
  for (const [name, member] of Object.entries(payload)) {
    if (!/^[a-z][a-z0-9_]*$/.test(name) || !isObject(member)) continue;
    const { version } = member;
    if (typeof version !== "string") continue;
    const isProfile = Object.keys(payload).every((key) => key === name || PROFILE_MEMBERS.has(key));
    const capabilities = capabilitiesOf(member["capabilities"], version, `/${name}/capabilities`);
    const isError = !isProfile && member["status"] === "error";
    if (capabilities.length > 0 || isError || (isProfile && isProfileMember(member)))
      return { name, version, capabilities, isProfile, isError };
  }
  return undefined;
}

function isProfileMember(member: JsonObject): boolean {
  return member["capabilities"] !== undefined || member["services"] !== undefined;
}

/** In either shape of the registry; what is malformed names nothing, and is an issue later. */
function capabilitiesOf(
  value: Json | undefined,
  version: string,
  pointer: string,
): NamedCapability[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((entry, index) =>
      isObject(entry) ? capabilityOf(entry["name"], entry, version, `${pointer}/${index}`) : [],
    );
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entries]) =>
    (Array.isArray(entries) ? (entries as readonly Json[]) : [entries]).flatMap((entry) =>
      isObject(entry) ? capabilityOf(name, entry, version, joinPointer(pointer, name)) : [],
    ),
  );
}

function capabilityOf(
  name: Json | undefined,
  entry: JsonObject,
  version: string,
  pointer: string,
): NamedCapability[] {
  if (typeof name !== "string") return [];
  const own = entry["version"];
  const schema = entry["schema"];
  const parents = [entry["extends"] ?? []].flat();
  return [
    {
      name,
      version: typeof own === "string" ? own : version,
      schema: typeof schema === "string" ? schema : undefined,
      extends: parents.filter((each) => typeof each === "string"),
      pointer,
    },
  ];
}
