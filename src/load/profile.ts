/**
 * A profile, in either registry shape of §2.1, in one internal form. The protocol's name is that of the top-level
 * member that holds `version` and `capabilities` or `services`.
 */

import { entriesOf, readRegistry, vocabularyOf } from "@proto-gen/runtime/negotiation";
import {
  expectObject,
  expectString,
  expectVersion,
  type DeclaredRegistry,
  type RegistryEntry,
  escapePointerToken,
  type Vocabulary,
  type ReleaseFacts,
} from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { failure, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { releaseFacts, type FactOverrides } from "../facts/facts-in-force.js";
import { didYouMean } from "../text/nearest.js";
import { valueAt } from "../text/value-at.js";
import { locateSource, type Document } from "./document.js";
import { recognizeRole, type ProfileRole } from "./profile-role.js";

/** One transport of a service (§2.1.1). */
export interface Binding {
  readonly transport: string;
  readonly version: string;
  readonly schema?: string;
  readonly endpoint?: string;
  /** JSON pointer in the profile. */
  readonly pointer: string;
}

export interface Service {
  readonly name: string;
  readonly bindings: readonly Binding[];
}

/** A payment handler declaration (§2.1.3), from either shape. */
export interface PaymentHandler {
  readonly name: string;
  readonly id: string;
  /** JSON pointer in the profile. */
  readonly pointer: string;
  /** The schema that defines its config variants, and where it is named. */
  readonly schema?: { readonly uri: string; readonly pointer: string };
}

export interface Profile {
  readonly document: Document;
  readonly role: ProfileRole;
  readonly vocabulary: Vocabulary;
  /** What the profile's release says in no schema. */
  readonly facts: ReleaseFacts;
  readonly registry: DeclaredRegistry;
  readonly services: readonly Service[];
  readonly paymentHandlers: readonly PaymentHandler[];
  readonly notices: readonly Diagnostic[];
}

/** Transports that the object form of a service names by key. */
export const TRANSPORTS: readonly string[] = ["rest", "mcp", "a2a", "embedded"];

/**
 * Reads a profile in which nothing is odd: one's own that was checked, or another's without what is left out (`side.ts`).
 *
 * @param name the protocol's: the member that has the registries
 * @param facts values of facts in place of those of its release
 * @throws RegistryError
 */
export function parseProfile(document: Document, name: string, facts?: FactOverrides): Profile {
  const base = `/${escapePointerToken(name)}`;
  const member = (document.root as JsonObject)[name] as JsonObject;
  const registry = readRegistry(member);
  const services = readServices(member["services"], `${base}/services`);
  return Object.freeze({
    document,
    role: recognizeRole({ registry, services }),
    vocabulary: vocabularyOf(name),
    facts: releaseFacts({ protocol: name, version: registry.version }, facts),
    registry,
    services,
    paymentHandlers: readPaymentHandlers({ root: document.root as JsonObject, member, base }),
    notices: [],
  });
}

/** The declared capability that a short name in `extends` probably stands for. */
export function parentHint(
  { root }: Document,
  { pointer, base }: { readonly pointer: string; readonly base: string },
): string | undefined {
  const written = valueAt(root, pointer);
  const registry = valueAt(root, `${base}/capabilities`);
  if (typeof written !== "string" || typeof registry !== "object" || registry === null)
    return undefined;
  const names = Array.isArray(registry)
    ? (registry as readonly Json[]).map((each) => (isObject(each) ? each["name"] : undefined))
    : Object.keys(registry);
  return didYouMean(
    written,
    names.filter((name) => typeof name === "string"),
  );
}

/** @throws ProtoGenError PROFILE_NO_PROTOCOL_MEMBER */
export function protocolName(document: Document): string {
  const { root } = document;
  if (isObject(root)) {
    for (const [name, member] of Object.entries(root)) {
      if (!isObject(member) || typeof member["version"] !== "string") continue;
      if (member["capabilities"] === undefined && member["services"] === undefined) continue;
      if (/^[a-z][a-z0-9_]*$/.test(name)) return name;
    }
  }
  throw failure(
    "PROFILE_NO_PROTOCOL_MEMBER",
    "no top-level member of this profile has `version` and `capabilities` or `services`",
    { place: locateSource(document, "") },
  );
}

function readServices(value: unknown, pointer: string): Service[] {
  if (value === undefined) return [];
  const services = new Map<string, Binding[]>();
  for (const { name, entry, pointer: place } of entriesOf(value, pointer)) {
    const bindings =
      typeof entry["transport"] === "string"
        ? [readBinding(entry["transport"], { entry, pointer: place }, versionOf(entry, place))]
        : readBindings(entry, place);
    services.set(name, [...(services.get(name) ?? []), ...bindings]);
  }
  return [...services].map(([name, bindings]) => ({ name, bindings }));
}

function readBindings(entry: Readonly<Record<string, unknown>>, pointer: string): Binding[] {
  const version = versionOf(entry, pointer);
  return TRANSPORTS.filter((transport) => entry[transport] !== undefined).map((transport) => {
    const at = `${pointer}/${transport}`;
    return readBinding(
      transport,
      { entry: expectObject(entry[transport], at), pointer: at },
      version,
    );
  });
}

function versionOf({ version }: Readonly<Record<string, unknown>>, pointer: string): string {
  return expectVersion(version, `${pointer}/version`);
}

function readBinding(
  transport: string,
  { entry: { schema, endpoint }, pointer }: Omit<RegistryEntry, "name">,
  version: string,
): Binding {
  return {
    transport,
    version,
    ...(schema === undefined ? {} : { schema: expectString(schema, `${pointer}/schema`) }),
    ...(endpoint === undefined ? {} : { endpoint: expectString(endpoint, `${pointer}/endpoint`) }),
    pointer,
  };
}

interface ProtocolMember {
  readonly root: JsonObject;
  /** The profile's member that is named after the protocol. */
  readonly member: JsonObject;
  /** Its JSON Pointer. */
  readonly base: string;
}

function readPaymentHandlers({ root, member, base }: ProtocolMember): PaymentHandler[] {
  const payment = isObject(root["payment"]) ? root["payment"]["handlers"] : undefined;
  const entries = [
    ...(payment === undefined ? [] : entriesOf(payment, "/payment/handlers")),
    ...(member["payment_handlers"] === undefined
      ? []
      : entriesOf(member["payment_handlers"], `${base}/payment_handlers`)),
  ];
  return entries.map(({ name, entry, pointer }) => {
    // §2.1.3: the array form calls it `config_schema`, the registry form `schema`.
    const member = entry["config_schema"] === undefined ? "schema" : "config_schema";
    return {
      name,
      id: expectString(entry["id"], `${pointer}/id`),
      pointer,
      ...(entry[member] === undefined
        ? {}
        : {
            schema: {
              uri: expectString(entry[member], `${pointer}/${member}`),
              pointer: `${pointer}/${member}`,
            },
          }),
    };
  });
}
