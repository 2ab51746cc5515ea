/** Reads the members of an incoming event that the receiver itself needs (§4.7), and its id and time. */

import { issueText, MAX_ISSUES, ProtocolError } from "../../error/protocol-error.js";
import { isObject, own, type Members } from "../../json/members.js";
import { isVersion } from "../../negotiation/version.js";
import type { WebHeaders } from "../../rest/web.js";
import type { EventForm } from "../../service/release-values.js";
import type { OrderValidator } from "./definition.js";
import { isDateTime } from "../../formats/date-time.js";
import { EVENT_ID, EVENT_TIME, isEventId } from "../event-form.js";

export interface ReceivedEvent extends EventIdentity {
  readonly orderId: string;
  readonly checkoutId: string;
  /** Version and active capabilities, for the response's envelope (§9.4). */
  readonly envelope: object;
  /** The whole event. */
  readonly body: Members;
}

export interface ReadEventOptions {
  /** The envelope's member, which is the protocol's name. */
  readonly name: string;
  readonly form: EventForm;
  readonly validate: OrderValidator | undefined;
}

/**
 * @param headers the request's headers, which may have the event's id and time
 * @throws ProtocolError `invalid_request`
 */
export function readEvent(
  body: unknown,
  headers: Pick<WebHeaders, "get">,
  { name, form, validate }: ReadEventOptions,
): ReceivedEvent {
  if (!isObject(body)) throw invalid("The event must be an object.");
  const issues = validate?.check(body, MAX_ISSUES) ?? [];
  if (issues.length > 0) throw invalid(issueText(issues));
  return {
    ...readIdentity(body, headers, form),
    orderId: readId(own(body, "id"), "id"),
    checkoutId: readId(own(body, "checkout_id"), "checkout_id"),
    envelope: envelopeOf(body, name),
    body,
  };
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

interface EventIdentity {
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The member or header with the time, for messages. */
  readonly timeName: string;
}

/** Bounded because ids become storage keys. */
const LONGEST_ID = 512;

/**
 * Reads an event's id and time (§4.7) from its body or its headers, depending on the release.
 * @throws ProtocolError `invalid_request`
 */
function readIdentity(
  body: Members,
  headers: Pick<WebHeaders, "get">,
  form: EventForm,
): EventIdentity {
  const isInBody = form.identity === "body";
  const idName = isInBody ? "event_id" : EVENT_ID;
  const eventId = readId(isInBody ? own(body, idName) : headerValue(headers, idName), idName);
  if (!isEventId(eventId, form)) throw invalid(`The event's ${idName} must be a UUID.`);
  return isInBody
    ? { eventId, createdAt: readTime(body), timeName: "created_time" }
    : { eventId, createdAt: readSeconds(headers), timeName: EVENT_TIME };
}

/** @throws ProtocolError `invalid_request` */
function readId(id: unknown, name: string): string {
  if (typeof id === "string" && id !== "" && id.length <= LONGEST_ID) return id;
  throw invalid(`The event's ${name} must be a string of 1 to ${LONGEST_ID} characters.`);
}

/** A comma shows that two headers of the same name were joined. */
function headerValue(headers: Pick<WebHeaders, "get">, name: string): string {
  const value = headers.get(name) ?? "";
  if (value !== "" && !value.includes(",")) return value;
  throw invalid(`The header ${name} is required and must occur once.`);
}

function readTime(body: Members): number {
  const text = own(body, "created_time");
  // RFC 3339 has leap seconds; `Date` does not.
  const time = typeof text === "string" && isDateTime(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw invalid("The event's created_time must be an RFC 3339 time.");
  return time;
}

/** 11 digits reach beyond the year 5000, and are still a safe integer in milliseconds. */
function readSeconds(headers: Pick<WebHeaders, "get">): number {
  const text = headerValue(headers, EVENT_TIME);
  if (/^\d{1,11}$/.test(text)) return Number(text) * 1_000;
  throw invalid(`The event's ${EVENT_TIME} must be a whole number of seconds since 1970.`);
}
