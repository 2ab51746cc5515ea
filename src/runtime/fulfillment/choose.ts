/** Validates the platform's choice of an id. Returns the id, or null. */

import type { FulfillmentProblemCode, Problems } from "./problems.js";

export interface Choice {
  readonly asked: string | null | undefined;
  readonly offered: ReadonlySet<string>;
  /** What the previous plan offered or had chosen. */
  readonly before: ReadonlySet<string>;
  readonly path: string;
  readonly unknown: FulfillmentProblemCode;
  /** Reported for something that was offered before: it is nobody's mistake. */
  readonly unavailable: FulfillmentProblemCode;
}

export function choose(choice: Choice, problems: Problems): string | null {
  const { asked, offered, before, path } = choice;
  if (asked === undefined || asked === null) return null;
  if (offered.has(asked)) return asked;
  problems.add(before.has(asked) ? choice.unavailable : choice.unknown, path);
  return null;
}
