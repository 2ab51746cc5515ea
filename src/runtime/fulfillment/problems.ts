/** What a platform is told of its request (§2.3). In: codes and JSONPaths into the request. Out: messages. */

import { errorMessage, warningMessage } from "../envelope/message.js";
import type { ErrorMessage, WarningMessage } from "../envelope/message.js";

/** What stands in the way: the platform can repair it with an update. No text repeats what was sent. */
const ERRORS = {
  missing: "Choose how the items reach the buyer.",
  fulfillment_method_unknown: "There is no such method; without an id, a method is added.",
  fulfillment_type_unavailable: "This business does not offer methods of this type here.",
  fulfillment_combination_not_allowed: "This type of method cannot be combined with the others.",
  fulfillment_line_unknown: "There is no such line item.",
  fulfillment_line_not_physical: "This line item needs no delivery, so it belongs to no method.",
  fulfillment_line_repeated: "This line item is assigned already.",
  fulfillment_line_unassigned: "Some line items that need delivery are assigned to no method.",
  fulfillment_destination_unknown: "The method has no such destination.",
  fulfillment_multi_destination_not_allowed: "Methods of this type must have one destination.",
  fulfillment_group_unknown: "The method has no such group.",
  fulfillment_option_unknown: "The group has no such option.",
  fulfillment_unavailable: "There are no options for this destination; choose another one.",
  fulfillment_id_repeated: "Something else has this id already.",
} as const;

/** What was true before and is no more. */
const WARNINGS = {
  fulfillment_method_empty: "The method has no line items any more, so it was removed.",
  fulfillment_destination_unavailable: "The destination is no longer there; choose again.",
  fulfillment_group_unavailable: "The group is no longer there; choose again.",
  fulfillment_option_unavailable: "The option is no longer offered; choose again.",
} as const;

export type FulfillmentProblemCode = keyof typeof ERRORS | keyof typeof WARNINGS;
export type FulfillmentProblem = (ErrorMessage | WarningMessage) & {
  readonly code: FulfillmentProblemCode;
};

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
      if (found.length < MAX_PROBLEMS) found.push(problem(code, path));
    },
  };
}

/** Where a request has its methods. */
export const METHODS_PATH = "$.fulfillment.methods";

function problem(code: FulfillmentProblemCode, path: string): FulfillmentProblem {
  if (isWarning(code)) return { ...warningMessage({ code, content: WARNINGS[code], path }), code };
  const content = ERRORS[code];
  return { ...errorMessage({ code, content, severity: "recoverable", path }), code };
}

function isWarning(code: FulfillmentProblemCode): code is keyof typeof WARNINGS {
  return Object.hasOwn(WARNINGS, code);
}
