/**
 * Namespace authority (§1.9): the host of `spec` and `schema`, reversed, must be the name's prefix at a
 * label boundary. The generator, which fetches schemas, also knows public suffixes (ADR 14); a business
 * and a client fetch none of what the other side declares. Imports nothing: a client loads it as a module of its own.
 */

import type { CapabilityDeclaration, DeclaredRegistry } from "../negotiation/index.js";

export interface Screened {
  /** Without the capabilities that are declared at hosts of others. */
  readonly registry: DeclaredRegistry;
  /** Why each of those is left out, by its name. */
  readonly usurped: ReadonlyMap<string, string>;
}

export function screen(declared: DeclaredRegistry): Screened {
  const usurped = new Map<string, string>();
  const capabilities = declared.capabilities.filter((each) => {
    if (!isUsurped(each)) return true;
    usurped.set(each.name, "its spec or schema is at a host that has no authority for its name");
    return false;
  });
  return { registry: { ...declared, capabilities }, usurped };
}

/** True for a capability that is declared at a host of others. */
export function isUsurped({ name, spec, schema }: CapabilityDeclaration): boolean {
  return [spec, schema].some((url) => url !== undefined && !hasAuthority(name, url));
}

declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly hostname: string };
};

/** https, and nothing but a host: no user information, port, address or trailing dot. */
const PLAIN = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*)(?:[/?#]|$)/i;

function hasAuthority(name: string, url: string): boolean {
  const host = URL.canParse(url) ? PLAIN.exec(url)?.[1]?.toLowerCase() : undefined;
  if (host === undefined || new URL(url).hostname !== host) return false;
  const reversed = host.split(".").reverse().join(".");
  return name === reversed || name.startsWith(`${reversed}.`);
}
