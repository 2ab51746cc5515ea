/**
 * Handles one request to a platform's webhook (§4.7, §5.5).
 *
 * The checks run in order of cost: headers, body, signature, shape of the event, owner of the order.
 */

import { ProtocolError } from "../../error/protocol-error.js";
import { pathBelow } from "../../rest/router.js";
import { readJsonBody } from "../../rest/read-json-body.js";
import {
  readSentHeaders,
  createRejectDuplicateHeaders,
  profileMemberOf,
} from "../../rest/read-headers.js";
import { type WebHeaders, headerList } from "../../rest/web.js";
import { Deadline } from "../../server/deadline-context.js";
import { targetOf } from "../../rest/request-target.js";
import type { ServerRequest, Connection } from "../../server/transport.js";
import { vocabularyOf } from "../../vocabulary/vocabulary.js";
import { businessProfileUrl } from "../../profile/profile-url.js";
import { eventFormOf } from "../event-form.js";
import type { WebhookBinding } from "../sender/definition.js";
import type { WebhookUrl } from "../webhook-post.js";
import type { ReceiptLogEntry, WebhookReceiverOptions } from "./definition.js";
import { accept, type Acceptance, type InboxWorker } from "./inbox.js";
import { readEvent, type ReceivedEvent } from "./read-event.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import type { Cancellation } from "../../time/time.js";
import { keysOf, type VerificationKeys } from "../../signature/verification-keys.js";
import { verifyRequest, type VerifyRequestOptions } from "../../signature/verify.js";

/** Collects the fields of the log entry. */
export type ReceiptTrace = {
  -readonly [
    Name in "business" | "eventId" | "orderId" | "requestId" | "cause"
  ]?: ReceiptLogEntry[Name];
};

export interface Receipt {
  readonly acceptance: Acceptance;
  readonly envelope: object;
}

/** The receiver's options without those for processing. */
export type ReceiveOptions = Pick<
  WebhookReceiverOptions & WebhookBinding,
  | "name"
  | "businesses"
  | "store"
  | "ownerOf"
  | "validate"
  | "verify"
  | "releaseValues"
  | "clockSkew"
  | "maxAge"
  | "limits"
> & {
  readonly at: WebhookUrl;
  readonly worker: Pick<InboxWorker, "writes">;
  readonly now: () => number;
  readonly development: boolean;
};

/** @throws ProtocolError, StorageError, and whatever `ownerOf` throws */
export type Receive = (
  request: ServerRequest,
  connection: Connection,
  trace: ReceiptTrace,
) => Promise<Receipt>;

const FUTURE_MS = 300_000;
const SEEN_MS = 2_592_000_000;

export function createReceive(options: ReceiveOptions): Receive {
  const { name, at, businesses, store, now, limits = {}, development } = options;
  const vocabulary = vocabularyOf(name);
  const rejectDuplicateHeaders = createRejectDuplicateHeaders();
  const [path = ""] = at.target.split("?");
  const { clockSkew, maxAge } = options;
  const verifying = {
    agentHeader: vocabulary.agentHeader,
    clock: now,
    clockSkew,
    maxAge,
  };
  const form = eventFormOf(options);
  const inbox = { store, worker: options.worker, seenMs: limits.seenMs ?? SEEN_MS, now };

  function signerOf(agent: string | undefined, trace: ReceiptTrace): string {
    const member = agent === undefined ? undefined : profileMemberOf(agent);
    const url = businessProfileUrl(member, { name, development });
    trace.business = url;
    return url;
  }

  async function receive(
    request: ServerRequest,
    connection: Connection,
    trace: ReceiptTrace,
  ): Promise<Receipt> {
    const { rawHeaders } = connection;
    rejectDuplicateHeaders(rawHeaders);
    const target = targetOf(request, connection);
    requirePost(request.method, path, target);
    const { agent, requestId } = readSentHeaders(request, vocabulary);
    trace.requestId = requestId;
    const business = signerOf(agent, trace);
    const { headers } = request;
    requireHeaders(headers, form.requiredHeaders);
    const { bytes: body, value } = await readJsonBody(request, "required", limits);
    const { scheme, host: authority } = at;
    const message = { target, scheme, authority, headers, rawHeaders, body };
    const { signal } = new Deadline(request.signal);
    await verifySigner(message, business, businesses, signal, verifying);
    // Also accept false from a verifier that returns its verdict instead of throwing.
    if ((await options.verify?.({ business, headers, body })) === false)
      throw new ProtocolError("signature_invalid");
    const event = readEvent(value, headers, { name, form, validate: options.validate });
    trace.eventId = event.eventId;
    trace.orderId = event.orderId;
    await requireOwner(event, business, options);
    requirePast(event, now() + (limits.futureMs ?? FUTURE_MS));
    return { acceptance: await accept(event, business, inbox), envelope: event.envelope };
  }

  return receive;
}

function requireHeaders(headers: Pick<WebHeaders, "get">, names: readonly string[]): void {
  for (const name of names)
    if (!headers.get(name))
      throw new ProtocolError("invalid_request", { content: `The header ${name} is required.` });
}

function requirePost(method: string, path: string, target: string): void {
  if (pathBelow(path, target) !== (path.endsWith("/") ? "/" : ""))
    throw new ProtocolError("not_found", { content: "There is nothing at this path." });
  if (method !== "POST")
    throw new ProtocolError("method_not_allowed", { headers: { Allow: "POST" } });
}

/**
 * §5.5. Unknown orders and those of other businesses get the same response, so signers learn nothing about others'
 * orders. An event that comes before the checkout is known is retried by its sender.
 */
async function requireOwner(
  { orderId, checkoutId }: ReceivedEvent,
  business: string,
  { ownerOf, name, development }: ReceiveOptions,
): Promise<void> {
  const owner = await ownerOf({ orderId, checkoutId, business });
  if (owner !== undefined && businessProfileUrl(owner, { name, development }) === business) return;
  const cause = new Error(
    owner === undefined
      ? "the order's checkout is unknown"
      : "the order belongs to another business",
  );
  const content = "The order does not belong to the business that signed the event.";
  throw new ProtocolError("forbidden", { content, cause });
}

/**
 * An event from the future would make the business's later events look old. A sender with a wrong clock can retry.
 */
function requirePast({ createdAt, timeName }: ReceivedEvent, latest: number): void {
  if (createdAt <= latest) return;
  const content = `The event's ${timeName} is in the future.`;
  throw new ProtocolError("invalid_request", { content });
}

interface SignedWebhook {
  /** As on the request line. */
  readonly target: string;
  readonly scheme: "https" | "http";
  /** Host of the webhook's own URL, so that a request signed for another platform cannot be replayed here. */
  readonly authority: string;
  readonly headers: WebHeaders;
  /** Alternating names and values as they were sent, if known. */
  readonly rawHeaders: readonly string[] | undefined;
  readonly body: Uint8Array;
}

/**
 * @param business URL of the profile that the request names
 * @throws ProtocolError as `verifyRequest`, and whatever fetching the profile throws
 */
async function verifySigner(
  { headers, rawHeaders, ...message }: SignedWebhook,
  business: string,
  businesses: PlatformProfiles,
  signal: Cancellation,
  options: VerifyRequestOptions,
): Promise<void> {
  const request = { ...message, method: "POST", headers: rawHeaders ?? headerList(headers) };
  await verifyRequest(request, lazyKeys(business, businesses, signal), options);
}

/** Fetches the profile only after the signature's fields were found valid, since anyone can name a URL. */
function lazyKeys(
  url: string,
  businesses: PlatformProfiles,
  signal: Cancellation,
): VerificationKeys {
  return {
    async keyFor(kid) {
      const { profile } = await businesses.get(url, { signal });
      const refreshed = businesses.refresh?.bind(businesses);
      const refresh = refreshed && (async () => (await refreshed(url, { signal })).profile);
      return keysOf(profile, refresh).keyFor(kid);
    },
  };
}
