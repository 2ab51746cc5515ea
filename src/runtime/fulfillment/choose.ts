/** What a platform has chosen. In: the id it gave, and what there is. Out: the id, or null. */

import type { FulfillmentProblemCode, Problems } from "./problems.js";

export interface Choice {
  readonly asked: string | null | undefined;
  readonly offered: ReadonlySet<string>;
  /** What was offered, or chosen, in the plan before. */
  readonly before: ReadonlySet<string>;
  readonly path: string;
  readonly unknown: FulfillmentProblemCode;
  /** Said of what was there before: it is nobody's mistake. */
  readonly unavailable: FulfillmentProblemCode;
}

export function choose(choice: Choice, problems: Problems): string | null {
  const { asked, offered, before, path } = choice;
  if (asked === undefined || asked === null) return null;
  if (offered.has(asked)) return asked;
  problems.add(before.has(asked) ? choice.unavailable : choice.unknown, path);
  return null;
}
