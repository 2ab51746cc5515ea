/** Pairs the inputs, body, responses and headers of a call by name. */

import { renamedParameters } from "./path-parameters.js";
import type { CallResponse, Body, Call, CallPair, Input } from "./call.js";

export interface Pair<Each> {
  readonly before: Each | undefined;
  readonly after: Each | undefined;
}

export interface InputPair extends Pair<Input> {
  /** `header Request-Id`, `argument meta`. */
  readonly name: string;
}

/** Parameters and arguments; of an operation that is there on both sides. */
export function inputPairs({ before, after }: CallPair): InputPair[] {
  if (before === undefined || after === undefined) return [];
  const renamed = renamedParameters(before.route, after.route);
  const from = before.inputs.map((input) => ({ input, name: inputNameAfter(input, renamed) }));
  const to = after.inputs.map((input) => ({ input, name: inputName(input) }));
  return pairByName(from, to, ({ name }) => name)
    .map(({ name, ...pair }) => ({ name, before: pair.before?.input, after: pair.after?.input }))
    .filter((pair) => hasTransport(before, pair) && hasTransport(after, pair));
}

/** Its name on the new side. */
function inputNameAfter(input: Input, renamed: ReadonlyMap<string, string>): string {
  const name = input.in === "path" ? renamed.get(input.name) : undefined;
  return inputName(name === undefined ? input : { ...input, name });
}

/** Inputs of a transport that is new or gone are not reported one by one. */
function hasTransport(call: Call, pair: Pair<Input>): boolean {
  const isArgument = (pair.before ?? pair.after)?.in === "argument";
  return (isArgument ? call.tool : call.route) !== undefined;
}

/** The body of a request, where both sides have the transport that has one. */
export function bodyPair({ before, after }: CallPair): Pair<Body> {
  if (before?.route === undefined || after?.route === undefined)
    return { before: undefined, after: undefined };
  return { before: before.body, after: after.body };
}

export interface ResponsePair extends Pair<CallResponse> {
  /** `status 201`, `the result`. */
  readonly name: string;
}

export function responsePairs({ before, after }: CallPair): ResponsePair[] {
  if (before === undefined || after === undefined) return [];
  return pairByName(before.responses, after.responses, responseName).filter(({ name }) =>
    name === RESULT
      ? before.tool !== undefined && after.tool !== undefined
      : before.route !== undefined && after.route !== undefined,
  );
}

export interface HeaderPair extends Pair<Input> {
  readonly name: string;
}

/** Headers of the answers that are there on both sides. */
export function headerPairs(calls: CallPair): HeaderPair[] {
  return responsePairs(calls).flatMap(({ name: status, before, after }) =>
    before === undefined || after === undefined
      ? []
      : pairByName(before.headers, after.headers, ({ name }) => name.toLowerCase()).map((pair) => ({
          ...pair,
          name: `${status} ${(pair.after ?? pair.before)?.name ?? ""}`,
        })),
  );
}

/** The name of a tool's response. */
export const RESULT = "the result";

function responseName({ status }: CallResponse): string {
  return status === "result" ? RESULT : `status ${status}`;
}

/** Names of headers have no case (RFC 9110 §5.1). */
function inputName({ in: place, name }: Input): string {
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

function pairByName<Each>(
  before: readonly Each[],
  after: readonly Each[],
  nameOf: (each: Each) => string,
): (Pair<Each> & { readonly name: string })[] {
  const names = new Set([...before, ...after].map(nameOf));
  return [...names].map((name) => ({
    name,
    before: before.find((each) => nameOf(each) === name),
    after: after.find((each) => nameOf(each) === name),
  }));
}
