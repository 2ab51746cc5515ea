/** The order that a form asks for. In: a form with its token. Out: what has become of it, for the page. */

import type { Backstage, FormValue, Outcome, Problem } from "../backstage.js";
import { totalOf } from "../lines.js";
import type { CheckoutRow } from "../rows.js";
import type { Writing } from "../written.js";
import { askedOf } from "./asked.js";
import type { Attempt } from "./attempts.js";
import { canFinish } from "./buyer-page.js";
import { seenOf, type FormToken } from "./form-token.js";
import { filledOf } from "./read-form.js";

const CHANGED: Problem = {
  content: "The checkout has changed since you have seen it. Please look at it again.",
};
const REVIEW: Problem = {
  content:
    "With what you have given the checkout is another. Please look at it, and place the order.",
};
const FAILED: Problem = { content: "The order could not be placed. Please try again." };
const OVER: Attempt = { values: [], problems: [] };

/**
 * Looked at again when it is its turn: another form, or the platform, may have been faster.
 * @param report gets what the business has thrown; the buyer gets an apology
 */
export async function finish(
  backstage: Backstage,
  writing: Writing,
  sent: { readonly id: string; readonly form: URLSearchParams; readonly token: FormToken },
  report: (thrown: unknown) => void,
): Promise<Attempt> {
  const { id, form: fields, token } = sent;
  const checkout = await backstage.checkout(id);
  if (checkout === undefined || !canFinish(checkout)) return OVER;
  const { values, problems } = filledOf(fields, askedOf(checkout, writing).fields);
  if (seenOf(checkout) !== token.seen) return { values, problems: [CHANGED] };
  if (problems.length > 0) return { values, problems };
  try {
    const total = totalOf(checkout.totals);
    const isSeen = (now: CheckoutRow): boolean => seenOf(now) === token.seen;
    const form = { attempt: token.attempt, total, values, isSeen };
    const outcome = await backstage.finish(id, form);
    return attemptOf(outcome, values);
  } catch (thrown) {
    report(thrown);
    return { values, problems: [FAILED] };
  }
}

function attemptOf(outcome: Outcome, values: readonly FormValue[]): Attempt {
  if (outcome.kind === "completed") return OVER;
  if (outcome.kind === "review") return { values, problems: [REVIEW] };
  // A form that comes back without a word would be sent again and again.
  return { values, problems: outcome.problems.length === 0 ? [FAILED] : outcome.problems };
}
