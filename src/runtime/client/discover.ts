/**
 * The profile of a business as it is published (§4.1). In: its URL. Out: a document; `live-profile.ts` reads it.
 */

import type { Cancellation } from "../idempotency/index.js";
import { ClientError } from "./client-error.js";
import type { WebHeaders } from "../rest/index.js";
import { parseAnswer, readAnswer } from "./read-answer.js";
import type { Fetched } from "./renewal.js";
import { errorFrom } from "./received-error.js";
import { fetchOnce } from "./send.js";
import type { Settings } from "./settings.js";

export interface FetchedProfile extends Fetched {
  readonly headers: WebHeaders;
  readonly profile: unknown;
}

/**
 * @param url that of discovery unless given
 * @throws ClientError DISCOVERY_FAILED, NETWORK; ProtocolError where it may be asked again
 */
export async function fetchProfile(
  settings: Settings,
  signal: Cancellation,
  url: string = settings.business,
): Promise<FetchedProfile> {
  // Credentials are for the endpoint, which only the profile names.
  const response = await fetchOnce(settings.fetch, url, {
    method: "GET",
    headers: { Accept: "application/json" },
    redirect: "manual",
    signal,
  });
  const reading = { maxBytes: settings.profileBytes, signal };
  if (response.status !== 200) {
    const error = await errorFrom(response, reading);
    if (error.retry) throw error;
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

export function failed(why: string, cause?: unknown): ClientError {
  const content = `The business's profile cannot be read: ${why}`;
  return new ClientError("DISCOVERY_FAILED", { content, cause });
}
