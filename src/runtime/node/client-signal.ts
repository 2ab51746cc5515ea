/** Signals that the client has disconnected. */

import type { WebSignal } from "../rest/index.js";

/**
 * The part of an `AbortSignal` that a server uses. Creating Node's own takes longer than the rest of a request, and
 * hardly any is ever used.
 */
export class ClientSignal implements WebSignal {
  reason: unknown = undefined;
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.reason !== undefined;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  abort(): void {
    if (this.aborted) return;
    // The same name as the reason of a native signal.
    this.reason = Object.assign(new Error("the client disconnected"), { name: "AbortError" });
    for (const listener of this.#listeners ?? []) listener();
  }
}
