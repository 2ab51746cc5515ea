/** Says that whoever asked has gone. */

import type { WebSignal } from "../rest/index.js";

/**
 * What a server uses of an `AbortSignal`. Node's own takes longer to make than the rest of a request
 * does, and hardly any is ever heard.
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
    // The name that an aborted signal of the platform has for its reason.
    this.reason = Object.assign(new Error("the client went away"), { name: "AbortError" });
    for (const listener of this.#listeners ?? []) listener();
  }
}
