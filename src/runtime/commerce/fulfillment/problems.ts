/** Collects messages about a platform's request (§2.3), and validates what it chose. */

import {
  writtenMessage,
  type WrittenCode,
  type WrittenMessage,
} from "../../envelope/written-messages.js";
export type FulfillmentProblemCode = Extract<WrittenCode, "missing" | `fulfillment_${string}`>;
export type FulfillmentProblem = WrittenMessage<FulfillmentProblemCode>;

/** Only the first ones: a response must not grow with the mistakes in a request. */
const MAX_PROBLEMS = 100;

export interface Problems {
  readonly found: readonly FulfillmentProblem[];
  add(code: FulfillmentProblemCode, path: string): void;
}

export function collectProblems(): Problems {
  const found: FulfillmentProblem[] = [];
  return {
    found,
    add(code, path) {
      if (found.length < MAX_PROBLEMS) found.push(writtenMessage(code, { path }));
    },
  };
}

/** JSONPath of the methods in a request. */
export const METHODS_PATH = "$.fulfillment.methods";

interface Choice {
  readonly asked: string | null | undefined;
  readonly offered: ReadonlySet<string>;
  /** The ids that the previous plan offered or had chosen. */
  readonly before: ReadonlySet<string>;
  readonly path: string;
  readonly unknown: FulfillmentProblemCode;
  /** Reported for something that was offered before: it is nobody's mistake. */
  readonly unavailable: FulfillmentProblemCode;
}

/** Validates the platform's choice of an id. Returns the id, or null. */
export function choose(choice: Choice, problems: Problems): string | null {
  const { asked, offered, before, path } = choice;
  if (asked === undefined || asked === null) return null;
  if (offered.has(asked)) return asked;
  problems.add(before.has(asked) ? choice.unavailable : choice.unknown, path);
  return null;
}
