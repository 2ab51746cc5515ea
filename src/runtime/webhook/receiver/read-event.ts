/** An event as it came in (§4.7). In: JSON. Out: what the receiver itself needs to know of it. */

import { ProtocolError } from "../../error/index.js";
import { issueText, MAX_ISSUES } from "../../error/issue-text.js";
import { isObject, own, type Members } from "../../json/members.js";
import { isVersion } from "../../negotiation/version.js";
import { isDateTime } from "../../formats/date-time.js";
import type { OrderValidator } from "./definition.js";

export interface ReceivedEvent {
  readonly eventId: string;
  readonly orderId: string;
  readonly checkoutId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** What the answer's envelope says of the version, and of what is active (§9.4). */
  readonly envelope: object;
  /** All of it. */
  readonly body: Members;
}

export interface ReadEventOptions {
  /** The protocol's: the envelope's member. */
  readonly name: string;
  readonly validate: OrderValidator | undefined;
}

/** Of ids, which are keys of records. */
const LONGEST_ID = 512;

/** @throws ProtocolError invalid_request */
export function readEvent(body: unknown, { name, validate }: ReadEventOptions): ReceivedEvent {
  if (!isObject(body)) throw invalid("The event must be an object.");
  const issues = validate?.check(body, MAX_ISSUES) ?? [];
  if (issues.length > 0) throw invalid(issueText(issues));
  return {
    eventId: idOf(body, "event_id"),
    orderId: idOf(body, "id"),
    checkoutId: idOf(body, "checkout_id"),
    createdAt: timeOf(body),
    envelope: envelopeOf(body, name),
    body,
  };
}

function idOf(body: Members, name: string): string {
  const id = own(body, name);
  if (typeof id === "string" && id !== "" && id.length <= LONGEST_ID) return id;
  throw invalid(`The event's ${name} must be a string of 1 to ${LONGEST_ID} characters.`);
}

function timeOf(body: Members): number {
  const text = own(body, "created_time");
  // A leap second is a time in RFC 3339, and none for `Date`.
  const time = typeof text === "string" && isDateTime(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw invalid("The event's created_time must be a time of RFC 3339.");
  return time;
}

function envelopeOf(body: Members, name: string): object {
  const envelope = own(body, name);
  const version = isObject(envelope) ? own(envelope, "version") : undefined;
  if (!isObject(envelope) || !isVersion(version))
    throw invalid(`The event's envelope, ${name}, must have a version.`);
  const capabilities = own(envelope, "capabilities");
  const active = typeof capabilities === "object" && capabilities !== null ? { capabilities } : {};
  return { version, status: "success", ...active };
}

function invalid(content: string): ProtocolError {
  return new ProtocolError("invalid_request", { content });
}
