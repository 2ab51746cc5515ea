/** What a platform hears that asks for what a session does not allow: the session unchanged, and why. */

import {
  asRefused,
  asTransient,
  writtenMessage,
  type Message,
  type Severity,
} from "../envelope/index.js";
import { equalJson } from "../json/index.js";
import type { CheckoutTrigger } from "./machine.js";
import { hasForgotten } from "./made-calls.js";
import { SESSION_EXPIRED, type SessionRecord } from "./session-record.js";
import { isEscalation } from "./status-of.js";
import type { CheckoutShape } from "./types.js";

const CANNOT: Readonly<Record<string, string>> = {
  update: "cannot be updated",
  complete: "cannot be completed",
  cancel: "cannot be canceled",
  finish: "cannot be finished by the buyer",
};

export function notAllowed(checkout: CheckoutShape, trigger: CheckoutTrigger): Message {
  if (hasExpired(checkout)) return SESSION_EXPIRED;
  const { status } = checkout;
  const content = `A checkout that is ${status} ${CANNOT[trigger] ?? `allows no ${trigger}`}.`;
  return {
    ...writtenMessage("operation_not_allowed", { content }),
    severity: severityFor(checkout),
  };
}

function hasExpired({ status, messages = [] }: CheckoutShape): boolean {
  return status === "canceled" && messages.some(({ code }) => code === SESSION_EXPIRED.code);
}

/** What the platform has to do is what it had to do before: the message does not lead elsewhere (§3.2). */
function severityFor({ status, messages = [] }: CheckoutShape): Severity {
  if (status === "completed" || status === "canceled") return "unrecoverable";
  if (status !== "requires_escalation") return "recoverable";
  return messages.find(isEscalation)?.severity ?? "requires_buyer_input";
}

/** For one answer only: what is kept has not changed. */
export function withMessages<Each extends Pick<CheckoutShape, "messages">>(
  resource: Each,
  messages: readonly Message[],
): Each {
  const before = resource.messages ?? [];
  const added = messages.filter((message) => !before.some((each) => equalJson(each, message)));
  return { ...resource, messages: [...before, ...added] };
}

/**
 * The answer to an update that the business declines: the resource as it was, in an envelope that says that it is an error (§2.2).
 *
 * @param name the protocol's: the envelope's member
 */
export function declinedUpdate<Each extends Pick<CheckoutShape, "messages">>(
  resource: Each,
  messages: readonly Message[],
  name: string,
): Each {
  return asRefused(withMessages(resource, messages), name);
}

/**
 * The answer to a trigger that the session does not allow: its envelope says that it is an error (§2.2). It is not kept for a call that
 * may have changed the session before it came to this state.
 *
 * @param name the protocol's: the envelope's member
 */
export function refused(
  { checkout, calls }: Pick<SessionRecord, "checkout" | "calls">,
  trigger: CheckoutTrigger,
  name: string,
): CheckoutShape {
  const answer = asRefused(withMessages(checkout, [notAllowed(checkout, trigger)]), name);
  const isTransient = checkout.status === "complete_in_progress" || hasForgotten({ calls });
  return isTransient ? asTransient(answer) : answer;
}
