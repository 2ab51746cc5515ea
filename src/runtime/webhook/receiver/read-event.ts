/** Reads the members of an incoming event that the receiver itself needs (§4.7). */

import { ProtocolError } from "../../error/protocol-error.js";
import { issueText, MAX_ISSUES } from "../../error/issue-text.js";
import { isObject, own, type Members } from "../../json/members.js";
import { isVersion } from "../../negotiation/version.js";
import type { WebHeaders } from "../../rest/web.js";
import type { EventForm } from "../../service/release-values.js";
import type { OrderValidator } from "./definition.js";
import { readId, readIdentity, type EventIdentity } from "./read-identity.js";

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
