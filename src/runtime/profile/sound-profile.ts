/**
 * Another party's profile (§2.1), read entry by entry: nobody here can mend it, and one odd entry must not take the sound ones with
 * it. In: a profile. Out: the same without its odd entries, and what was left out. Client and server share it.
 *
 * Odd is what breaks §2.1, and what is not its host's (§1.9): a capability, a transport of a service, a payment handler.
 */

import { isObject, own, type Members } from "../json/members.js";
import { joinPointer } from "../json/json-pointer.js";
import {
  expectObject,
  expectString,
  expectVersion,
  RegistryError,
} from "../negotiation/registry-error.js";
import {
  entriesOf,
  readRegistry,
  unlessOdd,
  type DeclaredRegistry,
  type OddEntry,
  type RegistryEntry,
  type ReportOdd,
} from "../negotiation/registry.js";
import { isReadableKey } from "../signature/readable-key.js";
import { cutText } from "../text/cut-text.js";
import { printableText } from "../text/printable-text.js";
import { AuthorityError, requireAuthority } from "./authority.js";

/** An entry that is not used. Its texts are printable, and short. */
export interface LeftOut {
  /** As the profile has it; undefined where no text says it. */
  readonly name: string | undefined;
  /** JSON Pointer in the profile: of the entry, of one transport of a service, or of a whole registry. */
  readonly pointer: string;
  /** JSON Pointer of the very place that is wrong, there or below. */
  readonly place: string;
  readonly reason: string;
  /** True where its form is right, and its host has no authority for its name (§1.9). */
  readonly isForeign: boolean;
}

export interface SoundProfile {
  /** The profile without its odd entries. */
  readonly profile: Members;
  /** The protocol's member of it. */
  readonly member: Members;
  readonly registry: DeclaredRegistry;
  readonly leftOut: readonly LeftOut[];
}

/** An entry that is not used, with the error as it was found. Its pointers are those in the profile. */
export interface ProfileOddEntry extends OddEntry {
  /** True where its form is right, and its host has no authority for its name (§1.9). */
  readonly isForeign: boolean;
}

/**
 * What of a profile is odd, for one who has its text and tells its author.
 *
 * @throws RegistryError as `readSoundProfile`
 */
export function findOddEntries(name: string, given: unknown): readonly ProfileOddEntry[] {
  return readEntries(name, given).odd.map((each) => ({
    ...each,
    isForeign: each.error instanceof AuthorityError,
  }));
}

/**
 * @param name the protocol's: the profile's member
 * @throws RegistryError where the profile has no such member, its version cannot be read, or nearly everything in it is odd; its
 * pointer is one in the profile
 */
export function readSoundProfile(name: string, given: unknown): SoundProfile {
  const { profile, registry, odd } = readEntries(name, given);
  const dropped = new Set(odd.map(({ pointer }) => pointer));
  const sound = dropped.size === 0 ? profile : (without(profile, "", dropped, DEPTH) as Members);
  return {
    profile: sound,
    member: sound[name] as Members,
    registry,
    leftOut: odd.map(describeOdd),
  };
}

interface ReadEntries {
  readonly profile: Members;
  readonly registry: DeclaredRegistry;
  readonly odd: readonly OddEntry[];
}

function readEntries(name: string, given: unknown): ReadEntries {
  const profile = expectObject(given, "");
  const base = joinPointer("", name);
  const member = expectObject(own(profile, name), base);
  const odd: OddEntry[] = [];
  const report =
    (prefix: string): ReportOdd =>
    (each) => {
      if (odd.length >= MAX_ODD)
        throw new RegistryError(each.error.pointer, `more than ${MAX_ODD} entries are odd`);
      odd.push({ ...each, pointer: prefix + each.pointer, error: placed(prefix, each.error) });
    };
  const registry = readDeclared(member, base, report(base));
  readServices(own(member, "services"), `${base}/services`, report(""));
  readHandlers(own(member, "payment_handlers"), `${base}/payment_handlers`, report(""));
  const payment = own(profile, "payment");
  const listed = isObject(payment) ? own(payment, "handlers") : undefined;
  readHandlers(listed, "/payment/handlers", report(""));
  readKeys(own(profile, "signing_keys"), "/signing_keys", report(""));
  return { profile, registry, odd };
}

/**
 * The same for one who serves whoever has the profile.
 *
 * @throws RegistryError as `readSoundProfile`; also where none of the capabilities that are declared is sound (§7). Those of others'
 * hosts (§1.9) are rejected one by one: a platform that has no others has nothing in common with anyone, which is not this error
 */
export function requireSoundProfile(name: string, given: unknown): SoundProfile {
  const read = readSoundProfile(name, given);
  if (read.registry.capabilities.length > 0) return read;
  const capabilities = `${joinPointer("", name)}/capabilities`;
  const first = read.leftOut.find(
    ({ pointer, isForeign }) => !isForeign && `${pointer}/`.startsWith(`${capabilities}/`),
  );
  if (first !== undefined) throw new RegistryError(first.place, first.reason);
  return read;
}

/** Where a profile cannot be read, and why, in one short line. */
export function describePlace({ pointer, message }: RegistryError): string {
  return `${shortText(pointer, MAX_POINTER) || "the profile"}: ${shortText(message, MAX_REASON)}`;
}

/** An error each takes a server's time, and anyone chooses what it reads: with more of them, it is no profile. */
const MAX_ODD = 1_000;
const MAX_NAME = 120;
const MAX_POINTER = 240;
const MAX_REASON = 400;
/** From the profile to a transport of a service: member, registry, name, index, transport. */
const DEPTH = 5;

function describeOdd({ name, pointer, error }: OddEntry): LeftOut {
  return {
    name: name && shortText(name, MAX_NAME),
    pointer: shortText(pointer, MAX_POINTER),
    place: shortText(error.pointer, MAX_POINTER),
    reason: shortText(error.message, MAX_REASON),
    isForeign: error instanceof AuthorityError,
  };
}

function shortText(text: string, maxLength: number): string {
  return printableText(cutText(text, maxLength, "…"));
}

function placed(prefix: string, error: RegistryError): RegistryError {
  if (prefix === "") return error;
  const Kind = error instanceof AuthorityError ? AuthorityError : RegistryError;
  return new Kind(prefix + error.pointer, error.message, error);
}

function readDeclared(member: Members, base: string, report: ReportOdd): DeclaredRegistry {
  try {
    return readRegistry(member, report, ({ name, pointer, ...entry }) => {
      requireAuthority(name, entry, pointer, ["spec", "schema"]);
      return undefined;
    });
  } catch (error) {
    throw error instanceof RegistryError ? placed(base, error) : error;
  }
}

/** A service whose own `spec` is another's is left out; of a `schema`, the transport that it is for. */
function readServices(services: unknown, pointer: string, report: ReportOdd): void {
  for (const each of registryOf(services, pointer, report))
    unlessOdd(each, report, () => {
      const { name, entry, pointer: at } = each;
      expectVersion(entry["version"], `${at}/version`);
      requireAuthority(name, entry, at, ["spec"]);
      if (entry["transport"] !== undefined) {
        expectString(entry["transport"], `${at}/transport`);
        return readBinding(each);
      }
      for (const transport of TRANSPORTS) {
        const binding = entry[transport];
        if (binding === undefined) continue;
        const place = { name, pointer: `${at}/${transport}` };
        unlessOdd(place, report, () =>
          readBinding({ ...place, entry: expectObject(binding, place.pointer) }),
        );
      }
      return [];
    });
}

/** Transports that the object form of a service names by key (§2.1.1). */
const TRANSPORTS = ["rest", "mcp", "a2a", "embedded"] as const;

function readBinding({ name, entry, pointer }: RegistryEntry): never[] {
  requireAuthority(name, entry, pointer, ["schema"]);
  const { endpoint } = entry;
  if (endpoint !== undefined) expectString(endpoint, `${pointer}/endpoint`);
  return [];
}

function readHandlers(handlers: unknown, pointer: string, report: ReportOdd): void {
  for (const each of registryOf(handlers, pointer, report))
    unlessOdd(each, report, () => {
      const { name, entry, pointer: at } = each;
      expectString(entry["id"], `${at}/id`);
      requireAuthority(name, entry, at, ["spec", "schema", "config_schema"]);
      if (entry["config"] !== undefined) expectObject(entry["config"], `${at}/config`);
      // Last: a release may not require it, and one's own profile is told only by the release's schema.
      expectVersion(entry["version"], `${at}/version`);
      return [];
    });
}

/** A signature with a key that is left out is refused, as one with an unknown key is (§5.4). */
function readKeys(keys: unknown, pointer: string, report: ReportOdd): void {
  if (keys === undefined) return;
  const tell = (at: string, message: string, name?: string): void =>
    report({ name, pointer: at, error: new RegistryError(at, message) });
  if (!Array.isArray(keys)) return tell(pointer, "expected an array of keys");
  keys.forEach((key: unknown, index) => {
    if (isReadableKey(key)) return;
    const kid = isObject(key) ? own(key, "kid") : undefined;
    const reason = "it is not a public key that can be read";
    tell(`${pointer}/${index}`, reason, typeof kid === "string" ? kid : undefined);
  });
}

function registryOf(value: unknown, pointer: string, report: ReportOdd): RegistryEntry[] {
  return value === undefined ? [] : entriesOf(value, pointer, report);
}

/** The value without what stands at `dropped`; a list that nothing is left of goes with its entries. */
function without(
  value: unknown,
  pointer: string,
  dropped: ReadonlySet<string>,
  depth: number,
): unknown {
  if (depth === 0 || typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const at = joinPointer(pointer, key);
    if (dropped.has(at)) return [];
    const kept = without(each, at, dropped, depth - 1);
    const isEmptied = Array.isArray(kept) && kept.length === 0 && (each as []).length > 0;
    return isEmptied && depth < DEPTH - 1 ? [] : [[key, kept] as const];
  });
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
