/**
 * Virtual time in one thread. Timers of the whole process stand in one queue; the next is run as soon as all that the last one
 * has led to is done, so that hours pass in a second, and the same seed gives the same order.
 *
 * Each event belongs to a process of the simulation, and so do the timers that are set while it runs: those of a process that has
 * crashed never come.
 */

import { seededRandom } from "@proto-gen/runtime/testing";

/** Whose an event is. */
export interface Owner {
  readonly isAlive: boolean;
}

interface Event {
  readonly time: number;
  /** Of equal times, what was set first comes first. */
  readonly number: number;
  readonly owner: Owner;
  readonly run: () => void;
  readonly everyMs: number | undefined;
}

/** What is on its way between processes, and outlives them. */
export const NETWORK: Owner = { isAlive: true };

/** After so many events the real event loop has its turn. */
const EVENTS_AT_ONCE = 10_000;

const realImmediate = setImmediate;

export class Timeline {
  readonly #start: number;
  readonly #queue: Event[] = [];
  readonly #cancelled = new Set<number>();
  #lastNumber = 0;
  #time = 0;
  #owner: Owner = NETWORK;
  events = 0;

  constructor(start: number) {
    this.#start = start;
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.#start + this.#time;

  /** Milliseconds since the simulation began. */
  get elapsed(): number {
    return this.#time;
  }

  /** Whose event runs. */
  get owner(): Owner {
    return this.#owner;
  }

  /** @returns the number of the event, for `cancel` */
  schedule(ms: number, run: () => void, owner = this.#owner, everyMs?: number): number {
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const time = this.#time + Math.max(0, ms || 0);
    push(this.#queue, { time, number, owner, run, everyMs });
    return number;
  }

  cancel(number: number): void {
    this.#cancelled.add(number);
  }

  /** Runs events until this is so, or until none is left before the end, in milliseconds from the beginning. */
  runUntil(isDone: () => boolean, end: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = (): void => {
        try {
          if (isDone() || !this.#runNext(end)) return resolve();
        } catch (error) {
          return reject(error as Error);
        }
        this.events += 1;
        if (this.events % EVENTS_AT_ONCE === 0) realImmediate(step);
        // Promises that are settled go first, and whatever follows from them: a tick comes once no microtask is left.
        else queueMicrotask(() => process.nextTick(step));
      };
      step();
    });
  }

  #runNext(end: number): boolean {
    for (;;) {
      const event = pop(this.#queue);
      if (event === undefined || event.time > end) return false;
      const { number, owner, run, everyMs } = event;
      if (this.#cancelled.delete(number) || !owner.isAlive) continue;
      this.#time = event.time;
      if (everyMs !== undefined)
        push(this.#queue, { ...event, time: event.time + Math.max(1, everyMs) });
      this.#owner = owner;
      run();
      return true;
    }
  }
}

/** Puts a timeline and a seed in place of timers, clocks and randomness. @returns what takes them back */
export function installTimeline(timeline: Timeline, seed: number): () => void {
  const random = seededRandom(seed);
  const set = (run: () => void, ms = 0): number => timeline.schedule(ms, run);
  const repeat = (run: () => void, ms = 0): number => timeline.schedule(ms, run, undefined, ms);
  const cancel = (timer: unknown): void => {
    if (typeof timer === "number") timeline.cancel(timer);
  };
  const undo = [
    replace(globalThis, "setTimeout", set as never),
    replace(globalThis, "setInterval", repeat as never),
    replace(globalThis, "clearTimeout", cancel),
    replace(globalThis, "clearInterval", cancel),
    replace(performance, "now", () => timeline.elapsed),
    replace(Date, "now", timeline.now),
    replace(Math, "random", random),
  ];
  return () => {
    for (const each of undo) each();
  };
}

/** In the time of the timeline, for the process that asks. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

function replace<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  value: Target[Name],
): () => void {
  const before = target[name];
  target[name] = value;
  return () => void (target[name] = before);
}

function isBefore(left: Event, right: Event): boolean {
  return left.time < right.time || (left.time === right.time && left.number < right.number);
}

/** Into a binary heap. */
function push(heap: Event[], event: Event): void {
  let at = heap.length;
  heap.push(event);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] as Event;
    if (!isBefore(event, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): Event | undefined {
  const first = heap[0];
  const moved = heap.pop();
  if (first === undefined || moved === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const right = heap[child + 1];
    if (right !== undefined && isBefore(right, heap[child] as Event)) child += 1;
    const below = heap[child] as Event;
    if (!isBefore(below, moved)) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = moved;
  return first;
}
