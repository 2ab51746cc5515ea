/** Fetches the published profile of a business (§4.1). `live-profile.ts` interprets it. */

import type { Cancellation } from "../time/time.js";
import { ClientError } from "./client-error.js";
import type { WebHeaders } from "../rest/web.js";
import { parseAnswer, readAnswer, errorFrom } from "./read-answer.js";
import type { Fetched } from "./renewal.js";
import { fetchOnce } from "./send.js";
import type { Settings } from "./settings.js";

export interface FetchedProfile extends Fetched {
  readonly headers: WebHeaders;
  readonly profile: unknown;
}

/**
 * @param url Default: the discovery URL.
 * @throws ClientError `DISCOVERY_FAILED`, `NETWORK`; ProtocolError if a retry may help
 */
export async function fetchProfile(
  settings: Settings,
  signal: Cancellation,
  url: string = settings.business,
): Promise<FetchedProfile> {
  // No credentials: they are only for the endpoint, which the profile names.
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
    throw failed(`Its URL answered with status ${response.status}.`, error);
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
