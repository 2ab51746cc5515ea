/** Collects messages about a platform's request (§2.3). */

import {
  writtenMessage,
  type WrittenCode,
  type WrittenMessage,
} from "../envelope/written-messages.js";
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
