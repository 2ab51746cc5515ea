/** Finishers run last on a resource and may change it before it is sent, for example to sign all of it. */

import type { Surface } from "../schema/surface.js";
import { viewAt } from "../service/subset-validators.js";
import type { Operation, Service } from "../service/operation.js";
import type { CallingPlatform } from "./handlers.js";

export interface FinishedCall {
  readonly operation: Operation;
  readonly platform: CallingPlatform;
}

/**
 * Takes the resource in its envelope, projected for this platform, and returns what is validated, sent, and stored
 * for duplicates (§4.8). Throwing results in a stored 500, since the handler's effect has happened.
 */
export type Finisher = (body: object, call: FinishedCall) => object | Promise<object>;

/** By capability: an operation's own, or an extension of it. */
export type Finishers = Readonly<Record<string, Finisher>>;

/** Returns undefined, instead of a promise, if there is nothing to do. */
export type Finish = (body: object, call: FinishedCall) => Promise<object> | undefined;

type Named = readonly [capability: string, finisher: Finisher];

/** @throws TypeError if no operation's resource has the capability: its signatures would be missing */
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
  if (lost !== undefined)
    throw new TypeError(`finishers: unknown capability ${lost}: no operation's resource has it`);
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
      // Wraps protocol errors too: one would say that the handler's effect has not happened.
      throw new Error(`the finisher of ${name} failed`, { cause });
    }
  }
  return whole;
}
