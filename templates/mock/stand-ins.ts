/**
 * What stands in for code that the shop does not have. In: the shop's handlers, examples, and members of extensions that it does
 * not know. Out: handlers for every operation, whose answers have these members as requests had them.
 */

import { BusinessOutcome } from "@proto-gen/runtime/error";
import { methodName } from "@proto-gen/runtime/codegen/generator";
import type { AddedMember, StandIns } from "../../src/mock/messages.js";
import type { CallContext } from "@proto-gen/runtime/server";
import type { Handlers } from "../storefront/src/generated/server.js";

type Members = Readonly<Record<string, unknown>>;
interface Placed {
  readonly path: readonly string[];
  readonly example?: unknown;
}
type Handler = (request: Members, context: CallContext) => unknown;

/** Resources whose members are remembered. */
const MOST_RESOURCES = 10_000;
const EACH = "*";

export function withStandIns({ examples, added }: StandIns): (handlers: Handlers) => Handlers {
  const remembered = new Map<string, Members>();
  const answering = Object.entries(examples).map(([operation, example]) => [
    methodName(operation),
    (request: Members) => exampleFor(example, request),
  ]);
  return (handlers) => {
    // The profile is known when the mock is built, and not here.
    const own = Object.entries(handlers as unknown as Readonly<Record<string, Handler>>);
    const echoing = Object.entries(added).flatMap(([operation, members]) => {
      const [, handler] = own.find(([name]) => name === methodName(operation)) ?? [];
      return handler === undefined
        ? []
        : [[methodName(operation), echoingHandler(handler, members, remembered)] as const];
    });
    return { ...handlers, ...Object.fromEntries([...answering, ...echoing]) } as Handlers;
  };
}

/** An example that names what the request names. */
function exampleFor(example: unknown, { id }: Members): unknown {
  if (typeof example !== "object" || example === null) return undefined;
  return typeof id === "string" && "id" in example ? { ...example, id } : example;
}

/** Get and Complete answer with what Create and Update had. */
function echoingHandler(
  handler: Handler,
  members: readonly AddedMember[],
  remembered: Map<string, Members>,
): Handler {
  return async (request, context) => {
    const answer = await handler(request, context);
    if (answer instanceof BusinessOutcome || !isMembers(answer)) return answer;
    const key = String(answer["id"]);
    const isChange = Array.isArray(request["line_items"]);
    if (isChange) remembered.set(key, request);
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST_RESOURCES) break;
      remembered.delete(oldest);
    }
    const sent = remembered.get(key) ?? request;
    return members.reduce<unknown>((value, each) => withMember(value, sent, each), answer);
  };
}

/** The answer with one member: the one that was sent at its place, else the example; unchanged where it has it. */
function withMember(answer: unknown, sent: unknown, { path, example }: Placed): unknown {
  const [name = "", ...rest] = path;
  if (name === EACH) return withEach(answer, sent, { path: rest, example });
  if (!isMembers(answer)) return answer;
  const given = isMembers(sent) ? sent[name] : undefined;
  if (rest.length > 0) {
    if (answer[name] === undefined) return answer;
    return { ...answer, [name]: withMember(answer[name], given, { path: rest, example }) };
  }
  const value = answer[name] ?? given ?? example;
  return value === undefined ? answer : { ...answer, [name]: value };
}

/** Items at the same position are the same, and values of the same name. */
function withEach(answer: unknown, sent: unknown, member: Placed): unknown {
  if (Array.isArray(answer)) {
    const others: readonly unknown[] = Array.isArray(sent) ? sent : [];
    return answer.map((each, index) => withMember(each, others[index], member));
  }
  if (!isMembers(answer)) return answer;
  const others = isMembers(sent) ? sent : {};
  return Object.fromEntries(
    Object.entries(answer).map(([name, each]) => [name, withMember(each, others[name], member)]),
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
