/**
 * The live profile of a business (§4.1). In: its URL. Out: the profile, and what it and the code that was
 * generated have in common (§9.6).
 */

import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";
import {
  negotiate,
  readRegistry,
  RegistryError,
  type Agreement,
  type DeclaredRegistry,
} from "../negotiation/index.js";
import { isObject, own } from "../json/members.js";
import { ClientError } from "./client-error.js";
import type { ClientDefinition } from "./definition.js";
import { capabilityDrift, endpointDrift, type Drift } from "./drift.js";
import { endpointsOf, type Endpoints } from "../service/endpoints.js";
import { parseAnswer, readAnswer } from "./read-answer.js";
import type { Screened } from "../profile/authority.js";
import type { Fetched } from "./renewal.js";
import { errorFrom } from "./received-error.js";
import { fetchOnce } from "./send.js";
import type { Settings } from "./settings.js";

export interface LiveProfile {
  readonly profile: Readonly<Record<string, unknown>>;
  /** What is active: of what the code was generated for, what the business still has. */
  readonly agreement: Agreement;
  /** By the names of services. */
  readonly endpoints: ReadonlyMap<string, Endpoints>;
  readonly drift: readonly Drift[];
}

export interface FetchedProfile extends Fetched {
  readonly profile: unknown;
}

/** @throws ClientError DISCOVERY_FAILED, NETWORK; ProtocolError where it may be asked again */
export async function fetchProfile(
  settings: Settings,
  signal: Cancellation,
): Promise<FetchedProfile> {
  // Credentials are for the endpoint, which only the profile names.
  const response = await fetchOnce(settings.fetch, settings.business, {
    method: "GET",
    headers: { Accept: "application/json" },
    redirect: "manual",
    signal,
  });
  const reading = { maxBytes: settings.profileBytes, signal };
  if (response.status !== 200) {
    const error = await errorFrom(response, reading);
    if (error instanceof ProtocolError && error.retry) throw error;
    throw failed(`Its URL answers with status ${response.status}.`, error);
  }
  try {
    const profile = parseAnswer(response, await readAnswer(response, reading));
    return { profile, headers: response.headers, fetchedAt: Date.now() };
  } catch (error) {
    if (error instanceof ClientError && error.code === "ANSWER_INVALID")
      throw failed(error.content, error);
    throw error;
  }
}

/**
 * @param screen takes out the capabilities that are declared at hosts without authority for their names (§1.9)
 * @throws ClientError DISCOVERY_FAILED, VERSION_MISMATCH
 */
export function readProfile(
  { name, agreement: built, services }: ClientDefinition,
  profile: unknown,
  screen: (declared: DeclaredRegistry) => Screened,
): LiveProfile {
  const member = isObject(profile) ? own(profile, name) : undefined;
  if (!isObject(profile) || !isObject(member))
    throw failed(`It has no member ${name} that is an object.`);
  try {
    const { registry, usurped } = screen(readRegistry(member));
    const { version } = registry;
    // The version used is the business's (§9.2): it may be later than the platform's, if it still has what that was made for.
    const agreement = negotiate({ ...built, version }, { ...registry, version: built.version });
    if (version !== built.version && agreement.capabilities.length === 0) {
      const content = `The business speaks version ${version}, the code was generated for ${built.version}.`;
      throw new ClientError("VERSION_MISMATCH", { content });
    }
    const endpoints = new Map(
      services.map((service) => [service.name, endpointsOf(service, member)] as const),
    );
    return {
      profile,
      agreement,
      endpoints,
      drift: [
        ...capabilityDrift(built, registry, { ...agreement, usurped }),
        ...services.flatMap((service) => endpointDrift(service, endpoints.get(service.name) ?? {})),
      ],
    };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw failed(`${error.pointer}: ${error.message}.`, error);
  }
}

export function failed(why: string, cause?: unknown): ClientError {
  const content = `The business's profile cannot be read: ${why}`;
  return new ClientError("DISCOVERY_FAILED", { content, cause });
}
