/**
 * Releases let a business leave out the schema of a capability or service: the other side's profile names one for the same name and
 * version, and the same transport. It was held to the same rule of authority there (§1.9).
 */

import { withoutFragment } from "../json-schema/uri.js";
import type { Binding, Profile, Service } from "./profile.js";
import type { Reader } from "./reader.js";

/** The profile with the other side's schemas where it has none, or none that a source contains. */
export async function lendSchemas(
  profile: Profile,
  other: Profile | undefined,
  reader: Pick<Reader, "read">,
): Promise<Profile> {
  if (other === undefined) return profile;
  const lent = new Map([
    ...other.registry.capabilities.map((each) => [capabilityKey(each), each.schema] as const),
    ...other.services.flatMap((service) =>
      service.bindings.map((each) => [bindingKey(service, each), each.schema] as const),
    ),
  ]);
  const choose = (key: string, own: string | undefined): Promise<string | undefined> =>
    chooseSchema([own, lent.get(key)], reader);
  const capabilities = [];
  for (const each of profile.registry.capabilities)
    capabilities.push(withSchema(each, await choose(capabilityKey(each), each.schema)));
  const services: Service[] = [];
  for (const service of profile.services) {
    const bindings: Binding[] = [];
    for (const each of service.bindings)
      bindings.push(withSchema(each, await choose(bindingKey(service, each), each.schema)));
    services.push({ ...service, bindings });
  }
  const registry = { ...profile.registry, capabilities };
  return Object.freeze({ ...profile, registry, services });
}

function capabilityKey({ name, version }: { readonly name: string; readonly version: string }) {
  return JSON.stringify([name, version]);
}

function bindingKey({ name }: Pick<Service, "name">, { version, transport }: Binding): string {
  return JSON.stringify([name, version, transport]);
}

function withSchema<Entry extends { readonly schema?: string }>(
  entry: Entry,
  schema: string | undefined,
): Entry {
  return schema === entry.schema || schema === undefined ? entry : { ...entry, schema };
}

/** The first that a source contains, of two that differ; else the profile's own. */
async function chooseSchema(
  [own, lent]: readonly [string | undefined, string | undefined],
  reader: Pick<Reader, "read">,
): Promise<string | undefined> {
  if (own === undefined || lent === undefined || own === lent) return own ?? lent;
  return (await isAtHand(own, reader)) || !(await isAtHand(lent, reader)) ? own : lent;
}

/** One that cannot be read is there: its error is told where it is loaded. */
async function isAtHand(schema: string, reader: Pick<Reader, "read">): Promise<boolean> {
  try {
    return (await reader.read(withoutFragment(schema))) !== undefined;
  } catch {
    return true;
  }
}
