/** Credentials flow only from the platform to the business (§2.5). */

import { isObject, own, type Members } from "../json/members.js";
import type { PaymentAnswer } from "../service/release-values.js";
import { memberRemovals, without } from "./member-removals.js";

const CREDENTIALS = /* @__PURE__ */ memberRemovals([
  ["payment", "credential"],
  ["payment", "instruments", "*", "credential"],
]);

/**
 * Removes the credentials of a resource's payment instruments. Response schemas have none; this catches what a
 * handler returns regardless. Returns `value` itself if there are none.
 * @param answered the members that a payment may have in responses; all others are removed too, since a card number
 * may have been sent in the wrong place
 */
export function withoutCredentials<Value>(value: Value, answered?: PaymentAnswer): Value {
  const free = without(value, CREDENTIALS) as Value;
  const payment = isObject(free) ? own(free, "payment") : undefined;
  if (answered === undefined || !isObject(payment)) return free;
  const kept = onlyAnswered(payment, answered);
  return kept === payment ? free : { ...free, payment: kept };
}

function onlyAnswered(payment: Members, { members, instrument }: PaymentAnswer): Members {
  const kept = picked(payment, members);
  const instruments = own(kept, "instruments");
  if (!Array.isArray(instruments)) return kept;
  const each = instruments.map((one: unknown) => (isObject(one) ? picked(one, instrument) : one));
  return each.every((one, index) => one === instruments[index])
    ? kept
    : { ...kept, instruments: each };
}

/** Returns the object itself if it has no other members. */
function picked(object: Members, names: readonly string[]): Members {
  const entries = Object.entries(object);
  const kept = entries.filter(([name]) => names.includes(name));
  return kept.length === entries.length ? object : Object.fromEntries(kept);
}
