/**
 * How far a document from elsewhere reaches. In: a profile. Out: whether a document may lead to a URL: to
 * the schemas of this package, its own origin, and the origins of what the capabilities of its origin
 * extend. Its author could otherwise have any URL fetched, or read what stands on this disk.
 */

import { isObject, subschemas } from "../json-schema/keywords.js";
import { absolute } from "../json-schema/schema-set.js";
import { diagnostic, type Diagnostic } from "../errors.js";
import { locateSource, type Document } from "./document.js";
import type { Profile } from "./profile.js";
import { BUNDLED_ROOT } from "./roots.js";

/** What a reference of a document is refused for; undefined where the document may lead there. */
export type ReachRefusal = (
  document: Document,
  target: string,
  pointer: string,
  reference: string,
) => Diagnostic | undefined;

export function createReach({ registry: { capabilities } }: Profile): ReachRefusal {
  const byOrigin = new Map<string, ReadonlySet<string>>();

  function originsFor(origin: string): ReadonlySet<string> {
    const known = byOrigin.get(origin) ?? new Set([origin, ...ancestorOrigins(origin)]);
    byOrigin.set(origin, known);
    return known;
  }

  function ancestorOrigins(origin: string): string[] {
    const own = capabilities.filter(({ schema }) => originOf(schema) === origin);
    const names = new Set(own.flatMap((each) => each.extends));
    // A set is walked to its end, with what is added on the way.
    for (const name of names)
      for (const each of capabilities)
        if (each.name === name) each.extends.forEach((parent) => names.add(parent));
    return capabilities.flatMap(({ name, schema }) =>
      names.has(name) ? (originOf(schema) ?? []) : [],
    );
  }

  return (document, target, pointer, reference) => {
    if (document.isRemote !== true || isBundled(target)) return undefined;
    const origin = originOf(document.uri) ?? document.uri;
    const to = originOf(target);
    if (to !== undefined && originsFor(origin).has(to)) return undefined;
    return diagnostic(
      "LOAD_REACH_REFUSED",
      `$ref ${reference}: ${origin} may not lead to ${to ?? target}`,
      locateSource(document, pointer),
    );
  };
}

function isBundled(uri: string): boolean {
  return uri.startsWith(`${BUNDLED_ROOT.prefix}/`);
}

/** Of an https URL. */
function originOf(uri: string | undefined): string | undefined {
  if (uri === undefined || !URL.canParse(uri)) return undefined;
  const { protocol, origin } = new URL(uri);
  return protocol === "https:" ? origin : undefined;
}

/** A document from elsewhere that calls itself, or a part of it, by a name of somebody else's. */
export function foreignIds(document: Document): Diagnostic[] {
  if (document.isRemote !== true) return [];
  const origin = originOf(document.uri);
  const found: Diagnostic[] = [];
  const stack = [{ schema: document.root, pointer: "", base: document.uri }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { schema, pointer } = next;
    if (!isObject(schema)) continue;
    const id = schema["$id"];
    const base = typeof id === "string" ? absolute(next.base, id) : next.base;
    if (originOf(base) !== origin)
      found.push(
        diagnostic(
          "LOAD_REACH_REFUSED",
          `$id ${String(id)}: ${document.uri} is no document of ${originOf(base) ?? base}`,
          locateSource(document, `${pointer}/$id`),
        ),
      );
    else stack.push(...subschemas(schema, pointer).map((each) => ({ ...each, base })));
  }
  return found;
}
