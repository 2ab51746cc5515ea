/**
 * Requests and answers against their schemas (§9.6). Loaded by a client that validates, before its first call, and imports nothing
 * that every client loads: a bundler makes it a module of its own.
 */

import { tokensOf } from "../schema/json-path.js";
import type { Issue } from "../schema/index.js";
import type { Operation, OperationChecks } from "../service/index.js";
import { createSubsetValidators } from "../service/subset-validators.js";
import type { CallIdentity } from "./client-error.js";
import type { CallingOptions } from "./definition.js";
import type { Received } from "./transport.js";

/** The reasons for refusing a value, as a `ClientError` takes them. */
export interface Fault {
  readonly issues: readonly Issue[];
  readonly content?: string;
}

/** For one operation, and the names of the active set. */
interface Place {
  readonly operation: Operation;
  readonly active: ReadonlySet<string>;
}

export interface CallChecks {
  request(place: Place, payload: object): Fault | undefined;
  /** Undefined for an answer that the caller gets: one that is right, or one that deviates and was reported. */
  answer(place: Place, received: Received, call: CallIdentity): Fault | undefined;
}

/** @param maxIssues how many a caller is told of */
export function createCallChecks(
  generated: OperationChecks,
  { validate, onInvalidAnswer }: Pick<CallingOptions, "validate" | "onInvalidAnswer">,
  maxIssues: number,
): CallChecks {
  const validators = createSubsetValidators(generated);

  // The call has had its effect: whatever becomes of the report, and however long it takes, its answer is not lost.
  async function report(issues: readonly Issue[], call: CallIdentity): Promise<void> {
    try {
      await onInvalidAnswer?.(issues, call);
    } catch {
      // There is nobody left to tell.
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

/** A pointer has names that the business has chosen, and a rule may list hundreds of values. Of characters, not their halves. */
const LONG = /^([^]{300})[^]+$/u;

/** Where, which rule, and what kind of value is there: never the value, which may be a secret or somebody's name. */
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
