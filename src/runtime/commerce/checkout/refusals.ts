/**
 * The response to a request that the session's status does not allow: the session unchanged, and why. The two messages are about what the
 * buyer has seen: the checkout has changed since, or the buyer has to review it.
 */

import { asRefused, asTransient } from "../../envelope/create-envelope.js";
import { writtenMessage, type WrittenMessage } from "../../envelope/written-messages.js";
import type { Message } from "../../envelope/message.js";
import type { Severity } from "../../service/release-values.js";
import { equalJson } from "../../json/members.js";
import { type CheckoutTrigger, isEscalation } from "./status.js";
import { hasForgotten } from "./made-calls.js";
import { SESSION_EXPIRED, type SessionRecord } from "./session-record.js";
import type { CheckoutShape } from "./types.js";

export const CHANGED: WrittenMessage<"checkout_changed"> =
  /* @__PURE__ */ writtenMessage("checkout_changed");
export const BUYER_REVIEW: WrittenMessage<"buyer_review_required"> =
  /* @__PURE__ */ writtenMessage("buyer_review_required");

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

/** A refusal must not change what the platform has to do next (§3.2). */
function severityFor({ status, messages = [] }: CheckoutShape): Severity {
  if (status === "completed" || status === "canceled") return "unrecoverable";
  if (status !== "requires_escalation") return "recoverable";
  return messages.find(isEscalation)?.severity ?? "requires_buyer_input";
}

/** Adds messages to one response; the stored resource does not change. */
export function withMessages<Each extends Pick<CheckoutShape, "messages">>(
  resource: Each,
  messages: readonly Message[],
): Each {
  const before = resource.messages ?? [];
  const added = messages.filter((message) => !before.some((each) => equalJson(each, message)));
  return { ...resource, messages: [...before, ...added] };
}

/**
 * The response to an update that the business declines: the resource as it was, in an error envelope (§2.2).
 * @param name the envelope's member, which is the protocol's name
 */
export function declinedUpdate<Each extends Pick<CheckoutShape, "messages">>(
  resource: Each,
  messages: readonly Message[],
  name: string,
): Each {
  return asRefused(withMessages(resource, messages), name);
}

/**
 * The response to a trigger that the session's status does not allow, in an error envelope (§2.2). It is not stored
 * under the idempotency key if this call itself may have brought the session into that status.
 * @param name the envelope's member, which is the protocol's name
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
