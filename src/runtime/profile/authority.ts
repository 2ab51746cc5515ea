/**
 * Namespace authority (§1.9): the host of `spec` and `schema`, reversed, must be the name's prefix at a
 * label boundary. The generator, which fetches schemas, also knows public suffixes (ADR 14); a business
 * fetches none of what a platform declares.
 */

import { joinPointer } from "../json/index.js";
import { isObject, type Members } from "../json/members.js";
import type { DeclaredCapability, DeclaredRegistry } from "../negotiation/index.js";

/** The protocol's member without capabilities that are declared at hosts of others: SHOULD reject. */
export function withoutUsurped(member: Members, { capabilities }: DeclaredRegistry): Members {
  const usurped = new Set(capabilities.filter(isUsurped).map(({ pointer }) => pointer));
  if (usurped.size === 0) return member;
  return { ...member, capabilities: withoutEntries(member["capabilities"], usurped) };
}

function isUsurped({ name, spec, schema }: DeclaredCapability): boolean {
  return [spec, schema].some((url) => url !== undefined && !hasAuthority(name, url));
}

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly hostname: string };
};

/** https, and nothing but a host: no user information, port, address or trailing dot. */
const PLAIN = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(?:[/?#]|$)/i;

export function hasAuthority(name: string, url: string): boolean {
  const host = URL.canParse(url) ? PLAIN.exec(url)?.[1]?.toLowerCase() : undefined;
  if (host === undefined || new URL(url).hostname !== host) return false;
  const reversed = host.split(".").reverse().join(".");
  return name === reversed || name.startsWith(`${reversed}.`);
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
