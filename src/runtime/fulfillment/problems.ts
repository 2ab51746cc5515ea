/** What a platform is told of its request (§2.3). In: codes and JSONPaths into the request. Out: messages. */

import { writtenMessage } from "../envelope/written-messages.js";
import type { WrittenCode, WrittenMessage } from "../envelope/written-messages.js";

export type FulfillmentProblemCode = Extract<WrittenCode, "missing" | `fulfillment_${string}`>;
export type FulfillmentProblem = WrittenMessage<FulfillmentProblemCode>;

/** The first ones: an answer must not grow with what is wrong in a request. */
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

/** Where a request has its methods. */
export const METHODS_PATH = "$.fulfillment.methods";
