/** What an answer means for the delivery (§6.4: any 2xx). In: status and header fields. Out: an outcome. */

import type { Outcome } from "../../worker/index.js";
import type { WebhookAnswer } from "../webhook-post.js";

const GONE = 410;

/**
 * Gone is for good: the platform says so itself. Everything else may change: a key that the platform has not
 * fetched yet is a 401, an order that it does not know yet a 403, a deployment a 404.
 */
export function answerOutcome({ status, headers }: WebhookAnswer, now: number): Outcome {
  if (status >= 200 && status <= 299) return undefined;
  return {
    code: status === GONE ? "gone" : `status_${status}`,
    status,
    final: status === GONE,
    retryAfterMs: retryAfterMs(headers.get("retry-after"), now),
  };
}

/** RFC 9110 §10.2.3: seconds, or a date. Undefined for what is neither. */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  // A date of HTTP has the name of a day; `Date.parse` takes much else.
  const date = /^[A-Z][a-z]{2,8}, ?\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
