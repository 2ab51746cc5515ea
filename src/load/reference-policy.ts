/**
 * Decides where a document that was fetched may lead: to the schemas of this package, its own origin, and the origins
 * of what the capabilities of its origin extend. Otherwise its author could have any URL fetched, or read files on this
 * disk. Local documents may lead anywhere.
 */

import { diagnostic, type Diagnostic } from "../errors.js";
import { isObject, subschemas } from "../json-schema/keywords.js";
import { resolveUri } from "../json-schema/uri.js";
import { isUrl } from "../text/http-url.js";
import { locateSource, type Document, type DocumentPosition } from "./document.js";
import type { Profile } from "./profile.js";
import { BUNDLED_ROOT } from "./schema-root.js";

export interface ResolvedReference extends DocumentPosition {
  /** The reference as it is written. */
  readonly reference: string;
  /** The absolute URI that it resolves to, without its fragment. */
  readonly target: string;
}

/** Gives the error for a reference that is refused; undefined for one that may be followed. */
export type ReferencePolicy = (reference: ResolvedReference) => Diagnostic | undefined;

export function createReferencePolicy({
  registry: { capabilities },
}: Pick<Profile, "registry">): ReferencePolicy {
  const byOrigin = new Map<string, ReadonlySet<string>>();
  return ({ document, pointer, reference, target }) => {
    if (document.isRemote !== true || isBundled(target)) return undefined;
    const origin = originOf(document.uri) ?? document.uri;
    const allowed = byOrigin.get(origin) ?? collectAllowedOrigins(origin, capabilities);
    byOrigin.set(origin, allowed);
    const to = originOf(target);
    if (to !== undefined && allowed.has(to)) return undefined;
    return diagnostic(
      "LOAD_REFERENCE_NOT_ALLOWED",
      `$ref ${reference}: documents of ${origin} may not refer to ${to ?? target}`,
      { place: locateSource(document, pointer) },
    );
  };
}

/** An origin itself, and those of all ancestors of its capabilities. */
function collectAllowedOrigins(
  origin: string,
  capabilities: Profile["registry"]["capabilities"],
): ReadonlySet<string> {
  const own = capabilities.filter(({ schema }) => originOf(schema) === origin);
  const names = new Set(own.flatMap((each) => each.extends));
  // Iterating a set also visits what is added on the way.
  for (const name of names)
    for (const each of capabilities)
      if (each.name === name) each.extends.forEach((parent) => names.add(parent));
  const ancestors = capabilities.flatMap(({ name, schema }) =>
    names.has(name) ? (originOf(schema) ?? []) : [],
  );
  return new Set([origin, ...ancestors]);
}

function isBundled(uri: string): boolean {
  return uri.startsWith(`${BUNDLED_ROOT.prefix}/`);
}

/** Returns the origin of an https URL; undefined for any other URI. */
function originOf(uri: string | undefined): string | undefined {
  if (uri === undefined || !isUrl(uri)) return undefined;
  const { protocol, origin } = new URL(uri);
  return protocol === "https:" ? origin : undefined;
}

/** Errors for a fetched document with an `$id` of another origin, by which it would stand in for someone else's. */
export function findForeignIds(document: Document): Diagnostic[] {
  if (document.isRemote !== true) return [];
  const origin = originOf(document.uri);
  const found: Diagnostic[] = [];
  const stack = [{ schema: document.root, pointer: "", base: document.uri }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { schema, pointer } = next;
    if (!isObject(schema)) continue;
    const id = schema["$id"];
    const base = typeof id === "string" ? resolveUri(next.base, id) : next.base;
    if (originOf(base) !== origin)
      found.push(
        diagnostic(
          "LOAD_REFERENCE_NOT_ALLOWED",
          `$id ${String(id)}: ${document.uri} is not a document of ${originOf(base) ?? base}`,
          { place: locateSource(document, `${pointer}/$id`) },
        ),
      );
    else stack.push(...subschemas(schema, pointer).map((each) => ({ ...each, base })));
  }
  return found;
}
