/**
 * Makes one attempt to deliver an event to the platform's current URL. Never throws: the outcome says what happened. Headers that the
 * sender cannot compute itself, such as `Request-Signature` in releases that require it, are added here.
 */

import { own, type Members } from "../../json/members.js";
import { readSoundProfile, type SoundProfile } from "../../profile/sound-profile.js";
import {
  type AddedHeaders,
  CARRIED_HEADER,
  hasHeader,
  HEADER_VALUE,
  type OutgoingRequest,
} from "../../rest/added-headers.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import { signRequest } from "../../signature/sign.js";
import type { Signer } from "../../signature/signer.js";
import { encodeUtf8 } from "../../text/encoding.js";
import type { Cancellation } from "../../time/time.js";
import { vocabularyOf, isCapability } from "../../vocabulary/vocabulary.js";
import type { Outcome } from "../../worker/task.js";
import {
  type WebhookMessage,
  type WebhookPost,
  type WebhookAnswer,
  webhookUrl,
  type WebhookUrl,
} from "../webhook-post.js";
import { URL_MISSING, URL_REFUSED, type DeliveryPayload } from "./delivery.js";

const GONE = 410;

/**
 * Decides from a response whether an event was delivered (§6.4: any 2xx), and whether to retry. Only 410 Gone is final,
 * because the platform says so itself. Everything else may change: 401 for a key that the platform has not fetched yet,
 * 403 for an order that it does not know yet, 404 during a deployment.
 */
function answerOutcome({ status, headers }: WebhookAnswer, now: number): Outcome {
  if (status >= 200 && status <= 299) return undefined;
  return {
    code: status === GONE ? "gone" : `status_${status}`,
    status,
    final: status === GONE,
    retryAfterMs: retryAfterMs(headers.get("retry-after"), now),
  };
}

/** RFC 9110 §10.2.3: seconds or a date, converted to milliseconds. Undefined if it is neither. */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  // HTTP dates start with the name of a day; `Date.parse` accepts much more.
  const date = /^[A-Z][a-z]{2,8}, ?\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface DueDelivery {
  readonly payload: DeliveryPayload;
  /** URL of the platform's profile. Undefined if the platform names none. */
  readonly profile: string | undefined;
}

interface DeliveryAttemptOptions extends SigningOptions, CurrentUrlOptions {
  readonly post: WebhookPost;
  readonly development: boolean;
}

export async function attemptDelivery(
  { payload, profile }: DueDelivery,
  options: DeliveryAttemptOptions,
  signal: Cancellation,
): Promise<Outcome> {
  const text = await currentUrl(payload.url, profile, options, signal);
  if (text === undefined) return { code: URL_MISSING };
  // Checked again: the record may be older than this rule, or written in development.
  const url = webhookUrl(text, options.development);
  // Not final if the platform can still correct its profile.
  if (url === undefined) return { code: URL_REFUSED, final: options.platforms === undefined };
  let message: WebhookMessage;
  try {
    message = await signedMessage(payload, url, crypto.randomUUID(), options);
  } catch (cause) {
    return { code: "unsigned", cause };
  }
  try {
    return answerOutcome(await options.post(url.href, { ...message, signal }), options.now());
  } catch (cause) {
    return { code: codeOf(cause), cause };
  }
}

function codeOf(thrown: unknown): string {
  const code = thrown instanceof Error ? own(thrown as unknown as Members, "code") : undefined;
  return typeof code === "string" ? code.toLowerCase() : "failed";
}

interface SigningOptions {
  /** The protocol's name. */
  readonly name: string;
  /** URL of the business's profile. Already checked: nothing in it must be escaped in a quoted string. */
  readonly profile: string;
  readonly signer: () => Signer;
  /** Not covered by the signature, since they may be signatures themselves. */
  readonly headers: AddedHeaders;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Builds and signs the request of one attempt (§4.7, §5.4). The signature is made anew for each attempt. */
async function signedMessage(
  { body: text, idempotencyKey, eventHeaders = [] }: DeliveryPayload,
  { href: url, scheme, host: authority, target }: WebhookUrl,
  requestId: string,
  { name, profile, signer, headers: added, now }: SigningOptions,
): Promise<WebhookMessage> {
  const { agentHeader } = vocabularyOf(name);
  const body = encodeUtf8(text);
  const headers: (readonly [string, string])[] = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json"],
    [agentHeader, `profile="${profile}"`],
    ["Request-Id", requestId],
    ["Idempotency-Key", idempotencyKey],
    ...eventHeaders,
    ...(await addedFields(added, { method: "POST", url, body })),
  ];
  const alsoCovered = eventHeaders.map(([field]) => field.toLowerCase());
  const request = { method: "POST", target, scheme, authority, headers: headers.flat(), body };
  const fields = await signRequest(request, signer(), { agentHeader, alsoCovered, clock: now });
  return { headers: [...headers, ...fields], body };
}

interface CurrentUrlOptions {
  /** The profile's member, which is the protocol's name. */
  readonly name: string;
  /** Source of current profiles. Undefined to send to the stored URL. */
  readonly platforms: Pick<PlatformProfiles, "get"> | undefined;
}

/**
 * @param kept the URL at the time of the purchase, used while the profile cannot be read
 * @param profile URL of the platform's profile; undefined if the platform names none
 * @returns undefined if the profile has no webhook URL
 */
export async function currentUrl(
  kept: string | undefined,
  profile: string | undefined,
  { name, platforms }: CurrentUrlOptions,
  signal: Cancellation,
): Promise<string | undefined> {
  if (platforms === undefined || profile === undefined) return kept;
  try {
    const published = await platforms.get(profile, { signal });
    return urlIn(readSoundProfile(name, published.profile), kept);
  } catch {
    return kept;
  }
}

/** A platform may declare several versions, each with a URL. The stored one is kept while it is among them. */
function urlIn({ registry }: SoundProfile, kept: string | undefined): string | undefined {
  const urls = registry.capabilities
    .filter((each) => isCapability(each.name, "order"))
    .map(({ config }) => config?.["webhook_url"])
    .filter((url) => typeof url === "string");
  return kept !== undefined && urls.includes(kept) ? kept : urls[0];
}

/** The sender sets these itself, and the header that names the business's profile. */
const OWN = ["Accept", "Idempotency-Key", "Request-Id", "Webhook-Id", "Webhook-Timestamp"];

/** RFC 9110 §5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

interface HeaderRules {
  readonly agentHeader: string;
  /** The headers that the release's webhook requires and the sender does not set. */
  readonly requiredHeaders: readonly string[];
}

/**
 * Rejects headers that cannot be added, and options that lack a required header: platforms would refuse every event.
 * @throws TypeError that names the header
 */
export function checkHeaders(
  headers: AddedHeaders,
  { agentHeader, requiredHeaders }: HeaderRules,
): void {
  const own = Object.fromEntries([...OWN, agentHeader].map((name) => [name, true]));
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name) || CARRIED_HEADER.test(name) || hasHeader(own, name))
      throw new TypeError(
        `headers: ${name} cannot be added: it is not a valid name, or the sender sets it`,
      );
    if (typeof value !== "function") requireValue(name, value);
  }
  for (const name of requiredHeaders)
    if (!hasHeader(headers, name))
      throw new TypeError(`headers: the release requires ${name} on every webhook: add it`);
}

/**
 * @returns names and values, in the order of `headers`
 * @throws TypeError if a value is not valid; and whatever the functions throw
 */
async function addedFields(
  headers: AddedHeaders,
  request: OutgoingRequest,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const fields: (readonly [string, string])[] = [];
  for (const [name, value] of Object.entries(headers)) {
    const text = typeof value === "function" ? await value(request) : value;
    fields.push([name, requireValue(name, text)]);
  }
  return fields;
}

/** A function's result may come from untyped code. */
function requireValue(name: string, text: unknown): string {
  if (typeof text === "string" && HEADER_VALUE.test(text)) return text;
  throw new TypeError(`headers: the value of ${name} must be visible ASCII`);
}
