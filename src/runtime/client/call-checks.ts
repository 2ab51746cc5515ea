/**
 * Validates requests and responses (§9.6). Only loaded by clients that validate, and imports nothing that every
 * client loads, so bundlers make it a separate chunk.
 */

import { tokensOf } from "../schema/issue.js";
import type { Issue } from "../schema/validator-interface.js";
import type { Operation } from "../service/operation.js";
import { type OperationChecks, createSubsetValidators } from "../service/subset-validators.js";
import type { CallIdentity } from "./client-error.js";
import type { CallingOptions, Received } from "./definition.js";

/** The reasons for rejecting a value, as a `ClientError` takes them. */
export interface Fault {
  readonly issues: readonly Issue[];
  readonly content?: string;
}

/** The operation, and the names of the active capabilities. */
interface Place {
  readonly operation: Operation;
  readonly active: ReadonlySet<string>;
}

export interface CallChecks {
  request(place: Place, payload: object): Fault | undefined;
  /** Undefined if the caller gets the response: it is valid, or it deviates and was reported. */
  answer(place: Place, received: Received, call: CallIdentity): Fault | undefined;
}

/** @param maxIssues maximum number of issues to report */
export function createCallChecks(
  generated: OperationChecks,
  { validate, onInvalidAnswer }: Pick<CallingOptions, "validate" | "onInvalidAnswer">,
  maxIssues: number,
): CallChecks {
  const validators = createSubsetValidators(generated);

  // The call has had its effect: an error or delay of the report must not lose the response.
  async function report(issues: readonly Issue[], call: CallIdentity): Promise<void> {
    try {
      await onInvalidAnswer?.(issues, call);
    } catch {
      // There is nobody to report this to.
    }
  }

  return {
    request({ operation, active }, payload) {
      const issues = validators.request(operation, active)?.check(payload, maxIssues) ?? [];
      return issues.length === 0 ? undefined : { issues };
    },
    answer({ operation, active }, { kind, body }, call) {
      const validator =
        kind === "outcome" ? validators.outcome(operation) : validators.response(operation, active);
      const issues = validator?.check(body, maxIssues) ?? [];
      const [first] = issues;
      if (first === undefined) return undefined;
      if (validate !== "report") return { issues, content: contentOf(first, body) };
      void report(issues, call);
      return undefined;
    },
  };
}

/**
 * Pointers contain names that the business chose, and rules may list hundreds of values. Counts code points, so no
 * character is cut in half.
 */
const LONG = /^([^]{300})[^]+$/u;

/**
 * Names the place, the rule and the type of the value, but never the value, which may be a secret or personal data.
 */
function contentOf({ pointer, message, code }: Issue, answer: unknown): string {
  const place = pointer === "" ? "the answer itself" : shortened(pointer);
  const rule = `${shortened(message)} (${code})`;
  return `The answer is not what the protocol says: ${place} ${rule}, found ${kindAt(answer, pointer)}.`;
}

function shortened(text: string): string {
  return text.replace(LONG, "$1…");
}

function kindAt(answer: unknown, pointer: string): string {
  let value = answer;
  for (const name of tokensOf(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name))
      return "nothing";
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
