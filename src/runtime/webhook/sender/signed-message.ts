/** Builds and signs the request of one attempt (§4.7, §5.4). The signature is made anew for each attempt. */

import type { AddedHeaders } from "../../rest/added-headers.js";
import { encodeUtf8 } from "../../rest/encode-utf8.js";
import { signRequest, type Signer } from "../../signature/index.js";
import { vocabularyOf } from "../../vocabulary/index.js";
import type { WebhookMessage } from "../webhook-post.js";
import { addedFields } from "./added-headers.js";
import type { DeliveryPayload } from "./delivery.js";
import type { WebhookUrl } from "./webhook-url.js";

export interface SigningOptions {
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

export async function signedMessage(
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
