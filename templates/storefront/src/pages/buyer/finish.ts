/** The order that a form asks for. In: a form with its token. Out: what has become of it, for the page. */

import type { Backstage, Problem } from "../backstage.js";
import type { Writing } from "../written.js";
import { askedOf } from "./asked.js";
import type { Attempt } from "./attempts.js";
import { canFinish } from "./buyer-page.js";
import { seenOf, type FormToken } from "./form-token.js";
import { filledOf } from "./read-form.js";

const CHANGED: Problem = {
  content: "The checkout has changed since you have seen it. Please look at it again.",
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
  const { id, form, token } = sent;
  const checkout = await backstage.checkout(id);
  if (checkout === undefined || !canFinish(checkout)) return OVER;
  const { values, problems } = filledOf(form, askedOf(checkout, writing).fields);
  if (seenOf(checkout) !== token.seen) return { values, problems: [CHANGED] };
  if (problems.length > 0) return { values, problems };
  try {
    const outcome = await backstage.finish(id, { attempt: token.attempt, values });
    return outcome.kind === "completed" ? OVER : { values, problems: outcome.problems };
  } catch (thrown) {
    report(thrown);
    return { values, problems: [FAILED] };
  }
}
