/**
 * Inputs and answers of a call on both sides. In: a pair of calls. Out: pairs of parameters, arguments, answers and
 * their headers, by name.
 */

import type { Address } from "../compose/instance.js";
import type { Answer, Call, CallPair, Input } from "./call.js";
import { inside } from "./member.js";

export interface Two<Each> {
  readonly before: Each | undefined;
  readonly after: Each | undefined;
}

export interface InputPair extends Two<Input> {
  /** `header Request-Id`, `argument meta`. */
  readonly name: string;
  readonly at: Two<Address>;
}

/** Parameters and arguments; of an operation that is there on both sides. */
export function inputPairs({ before, after }: CallPair): InputPair[] {
  if (before === undefined || after === undefined) return [];
  return pairsBy(before.inputs, after.inputs, inputName)
    .filter((pair) => has(before, pair) && has(after, pair))
    .map((pair) => ({ ...pair, at: addresses(before, after, pair) }));
}

/** A transport that is new, or gone, says so itself. */
function has(call: Call, pair: Two<Input>): boolean {
  const isArgument = (pair.before ?? pair.after)?.in === "argument";
  return (isArgument ? call.tool : call.route) !== undefined;
}

export interface AnswerPair extends Two<Answer> {
  /** `status 201`, `the result`. */
  readonly name: string;
  readonly at: Two<Address>;
}

export function answerPairs({ before, after }: CallPair): AnswerPair[] {
  if (before === undefined || after === undefined) return [];
  return pairsBy(before.answers, after.answers, answerName)
    .filter(({ name }) =>
      name === RESULT
        ? before.tool !== undefined && after.tool !== undefined
        : before.route !== undefined && after.route !== undefined,
    )
    .map((pair) => ({
      ...pair,
      at: { before: answerAt(before, pair.before), after: answerAt(after, pair.after) },
    }));
}

export interface HeaderPair extends Two<Input> {
  readonly name: string;
  readonly at: Two<Address>;
}

/** Headers of the answers that are there on both sides. */
export function headerPairs(calls: CallPair): HeaderPair[] {
  return answerPairs(calls).flatMap(({ name: status, before, after, at }) =>
    before === undefined || after === undefined
      ? []
      : pairsBy(before.headers, after.headers, ({ name }) => name.toLowerCase()).map((pair) => ({
          ...pair,
          name: `${status} ${(pair.after ?? pair.before)?.name ?? ""}`,
          at,
        })),
  );
}

const RESULT = "the result";

function answerName({ status }: Answer): string {
  return status === "result" ? RESULT : `status ${status}`;
}

function answerAt({ at }: Call, answer: Answer | undefined): Address | undefined {
  if (answer === undefined) return undefined;
  return answer.status === "result"
    ? at.mcp
    : at.rest && inside(at.rest, "responses", answer.status);
}

/** Names of headers have no case (RFC 9110 §5.1). */
function inputName({ in: place, name }: Input): string {
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

function addresses(before: Call, after: Call, pair: Two<Input>): Two<Address> {
  const isArgument = (pair.before ?? pair.after)?.in === "argument";
  const at = (call: Call, input: Input | undefined): Address | undefined =>
    input && (input.at ?? (isArgument ? call.at.mcp : call.at.rest));
  return { before: at(before, pair.before), after: at(after, pair.after) };
}

function pairsBy<Each>(
  before: readonly Each[],
  after: readonly Each[],
  nameOf: (each: Each) => string,
): (Two<Each> & { readonly name: string })[] {
  const names = new Set([...before, ...after].map(nameOf));
  return [...names].map((name) => ({
    name,
    before: before.find((each) => nameOf(each) === name),
    after: after.find((each) => nameOf(each) === name),
  }));
}
