/** Decides from a response whether an event was delivered (§6.4: any 2xx), and whether to retry. */

import type { Outcome } from "../../worker/index.js";
import type { WebhookAnswer } from "../webhook-post.js";

const GONE = 410;

/**
 * Only 410 Gone is final, because the platform says so itself. Everything else may change: 401 for a key that the
 * platform has not fetched yet, 403 for an order that it does not know yet, 404 during a deployment.
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

/** RFC 9110 §10.2.3: seconds or a date, converted to milliseconds. Undefined if it is neither. */
export function retryAfterMs(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  // HTTP dates start with the name of a day; `Date.parse` accepts much more.
  const date = /^[A-Z][a-z]{2,8}, ?\d/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
