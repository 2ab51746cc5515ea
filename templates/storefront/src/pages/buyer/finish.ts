/** The order that a form asks for. In: a form with its token. Out: what has become of it, for the page. */

import type { Backstage, FormValue, Outcome } from "../backstage.js";
import { totalOf } from "../lines.js";
import type { CheckoutRow } from "../rows.js";
import type { Texts } from "../texts.js";
import type { Writing } from "../written.js";
import { askedOf } from "./asked.js";
import type { Attempt } from "./attempts.js";
import { canFinish } from "./buyer-page.js";
import type { Field } from "./field.js";
import { seenOf, type FormToken } from "./form-token.js";
import { filledOf } from "./read-form.js";

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
  const { fields, awaitsDelivery } = askedOf(checkout, writing);
  const { texts } = writing;
  const { values, problems } = filledOf(form, fields, texts);
  if (seenOf(checkout) !== token.seen) return { values, problems: [{ content: texts.changed }] };
  if (problems.length > 0) return { values, problems };
  try {
    const total = totalOf(checkout.totals);
    const partial = awaitsDelivery ? { isPartial: true as const } : {};
    const { attempt } = token;
    const isSeen = (now: CheckoutRow): boolean => seenOf(now) === token.seen;
    const outcome = await backstage.finish(id, { attempt, total, values, isSeen, ...partial });
    return attemptOf(outcome, { values, fields, texts });
  } catch (thrown) {
    report(thrown);
    return { values, problems: [{ content: texts.failed }] };
  }
}

interface Sent {
  readonly values: readonly FormValue[];
  readonly fields: readonly Field[];
  readonly texts: Texts;
}

function attemptOf(outcome: Outcome, { values, fields, texts }: Sent): Attempt {
  if (outcome.kind === "completed") return OVER;
  if (outcome.kind === "review")
    return { values, problems: [{ content: texts.review }], isNext: true };
  // A form that comes back without a word would be sent again and again.
  const problems = outcome.problems.length === 0 ? [{ content: texts.failed }] : outcome.problems;
  return { values, problems, isNext: problems.every(({ path }) => isNew(path, fields)) };
}

/** Of what the form had no field for: an option to send it to an address, once there is one. */
function isNew(path: string | undefined, fields: readonly Field[]): boolean {
  return path !== undefined && !fields.some((field) => field.path === path);
}
