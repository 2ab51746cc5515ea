/** Makes one attempt to deliver an event. Never throws: the outcome says what happened. */

import { own, type Members } from "../../json/members.js";
import type { Cancellation } from "../../time/cancellation.js";
import type { Outcome } from "../../worker/index.js";
import type { WebhookMessage, WebhookPost } from "../webhook-post.js";
import { answerOutcome } from "./answer-outcome.js";
import { currentUrl, type CurrentUrlOptions } from "./current-url.js";
import { URL_MISSING, URL_REFUSED, type DeliveryPayload } from "./delivery.js";
import { webhookUrl, type WebhookUrl } from "./webhook-url.js";
import type { AddedHeaders } from "../../rest/added-headers.js";
import { encodeUtf8 } from "../../rest/encode-utf8.js";
import { signRequest, type Signer } from "../../signature/index.js";
import { vocabularyOf } from "../../vocabulary/index.js";
import { addedFields } from "./added-headers.js";

export interface Delivery {
  readonly payload: DeliveryPayload;
  /** URL of the platform's profile. Undefined if the platform names none. */
  readonly profile: string | undefined;
}

export interface AttemptOptions extends SigningOptions, CurrentUrlOptions {
  readonly post: WebhookPost;
  readonly development: boolean;
}

export async function attemptDelivery(
  { payload, profile }: Delivery,
  options: AttemptOptions,
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
