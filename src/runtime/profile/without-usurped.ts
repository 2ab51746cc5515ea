/** Takes the capabilities out of a profile that are declared at hosts without authority for their names (§1.9). */

import { joinPointer } from "../json/index.js";
import { isObject, type Members } from "../json/members.js";
import type { DeclaredRegistry } from "../negotiation/index.js";
import { isUsurped } from "./authority.js";

/** @returns the protocol's member; SHOULD reject is to leave such a capability out */
export function withoutUsurped(member: Members, { capabilities }: DeclaredRegistry): Members {
  const usurped = new Set(capabilities.filter(isUsurped).map(({ pointer }) => pointer));
  if (usurped.size === 0) return member;
  return { ...member, capabilities: withoutEntries(member["capabilities"], usurped) };
}

/** Of either shape: `[{name, ...}]`, or `{name: [{...}]}` and `{name: {...}}`. */
function withoutEntries(registry: unknown, dropped: ReadonlySet<string>): unknown {
  const at = "/capabilities";
  const kept = (items: readonly unknown[], pointer: string): unknown[] =>
    items.filter((_, index) => !dropped.has(`${pointer}/${index}`));
  if (Array.isArray(registry)) return kept(registry, at);
  if (!isObject(registry)) return registry;
  return Object.fromEntries(
    Object.entries(registry).flatMap(([name, items]) => {
      const pointer = joinPointer(at, name);
      if (!Array.isArray(items)) return dropped.has(pointer) ? [] : [[name, items]];
      const rest = kept(items, pointer);
      return rest.length === 0 && items.length > 0 ? [] : [[name, rest]];
    }),
  );
}
