/**
 * The last hand on a resource, before it is sent: such as a signature over all of it. In: finishers by the names
 * of capabilities. Out: for an operation and a platform, what they make of the resource.
 */

import type { Surface } from "../schema/index.js";
import { viewAt, type Operation, type Service } from "../service/index.js";
import type { CallingPlatform } from "./handlers.js";

export interface FinishedCall {
  readonly operation: Operation;
  readonly platform: CallingPlatform;
}

/**
 * In: the resource in its envelope, with what this platform has agreed to and nothing else. Out: what is sent,
 * and what is stored for a duplicate (§4.8), once it is valid. A throw is a 500 that is stored, too: the handler
 * has had its effect.
 */
export type Finisher = (body: object, call: FinishedCall) => object | Promise<object>;

/** By the names of capabilities: an operation's own, or one that adds to what it gives. */
export type Finishers = Readonly<Record<string, Finisher>>;

/** Undefined where nothing is to be done: then nobody waits for it. */
export type Finish = (body: object, call: FinishedCall) => Promise<object> | undefined;

type Named = readonly [capability: string, finisher: Finisher];

/** @throws TypeError for a capability that no operation's resource has: its signatures would be missing */
export function createFinish(
  finishers: Finishers | undefined,
  services: readonly Service[],
  surface: Surface,
): Finish | undefined {
  if (finishers === undefined) return undefined;
  const own = new Map(Object.entries(finishers));
  const byOperation = new Map(
    services.flatMap(({ operations }) =>
      operations.map((each) => [each.id, finishersOf(each, own, surface)] as const),
    ),
  );
  const known = new Set([...byOperation.values()].flat().map(([name]) => name));
  const lost = [...own.keys()].find((name) => !known.has(name));
  if (lost !== undefined) throw new TypeError(`finishers: no operation's resource has ${lost}`);
  return (body, call) => {
    const { capabilities } = call.platform;
    const named = byOperation.get(call.operation.id)?.filter(([name]) => capabilities.has(name));
    return named === undefined || named.length === 0 ? undefined : finished(body, call, named);
  };
}

/** In the order of the extension graph, the root's first. */
function finishersOf(
  { capability, surface: places }: Operation,
  finishers: ReadonlyMap<string, Finisher>,
  surface: Surface,
): readonly Named[] {
  const contributions = viewAt(surface, places?.response)?.contributions ?? [];
  const names = new Set([capability, ...contributions.flatMap((each) => each.capability ?? [])]);
  return [...names].flatMap((name) => {
    const finisher = finishers.get(name);
    return finisher === undefined ? [] : [[name, finisher] as const];
  });
}

async function finished(
  body: object,
  call: FinishedCall,
  finishers: readonly Named[],
): Promise<object> {
  let whole = body;
  for (const [name, finisher] of finishers) {
    try {
      whole = await finisher(whole, call);
    } catch (cause) {
      // Whatever it throws: a protocol error would say that the handler's effect has not happened.
      throw new Error(`the finisher of ${name} failed`, { cause });
    }
  }
  return whole;
}
