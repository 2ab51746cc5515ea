import type { Operation } from "./operation.js";

const READS: ReadonlySet<string> = /* @__PURE__ */ new Set(["read", "search", "lookup"]);

/** Operations that change nothing need no idempotency key (§4.8), although they may have one. */
export function changesState({ verb }: Operation): boolean {
  return !READS.has(verb);
}
