/**
 * Finds `$defs` that were probably meant to be entries, and are not: they have almost the name of a root, or their name says for
 * which view of a root they are, and they compose nothing. What they add would be missing from the output without a word.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { joinPointer } from "@proto-gen/runtime/json";
import type { Diagnostic } from "../errors.js";
import { describesValues, isObject } from "../json-schema/keywords.js";
import { isOwnDocument } from "../load/own-document.js";
import { nearestKeyword } from "../text/nearest.js";
import type { ComposeContext } from "./compose-context.js";
import { findUsed, type Entry, type ReadEntries } from "./entries/contributions.js";
import { isEmpty } from "./entries/entry-parts.js";
import { isNamedAfterView } from "./entries/entry-views.js";
import { entryDiagnostic, listMembers, lostEntry, referenceTo } from "./entries/report-entries.js";
import { lastLabel } from "../text/last-label.js";

interface ActiveCapabilities {
  readonly capabilities: readonly CapabilityDeclaration[];
  readonly roots: readonly CapabilityDeclaration[];
}

interface NamedCapabilities extends ActiveCapabilities {
  /** The names of the capabilities. */
  readonly declared: ReadonlySet<string>;
}

/** Reports COMPOSE_ENTRY_MISSPELT and COMPOSE_ENTRY_LOST. */
export function reportMisnamed(context: ComposeContext, active: ActiveCapabilities): Diagnostic[] {
  const declared = new Set(active.capabilities.map(({ name }) => name));
  const named = { ...active, declared };
  return context.entries.all.flatMap((each) => [
    ...misnamedEntries(context, each, named),
    ...entriesWithoutBase(context, each, active.roots),
  ]);
}

function misnamedEntries(
  context: ComposeContext,
  { capability, entries, contributions }: ReadEntries,
  { declared, roots }: NamedCapabilities,
): Diagnostic[] {
  const document = context.sources.documents.get(capability.schema ?? "");
  if (document === undefined || !isObject(document.root)) return [];
  const defs = document.root["$defs"];
  if (!isObject(defs)) return [];
  const meant = listExtendedRoots(context, capability, roots).filter(
    ({ name }) => !Object.hasOwn(defs, name) && !Object.hasOwn(defs, lastLabel(name)),
  );
  // A body of its own is a root, whatever its `$defs` are called.
  const isRoot = capability.extends.length === 0 && describesValues(document.root);
  const names = isRoot ? [] : meant.flatMap(({ name }) => [name, lastLabel(name)]);
  const at = (key: string): Entry | undefined => entries.find(({ name }) => name === key);
  const composes = (key: string): boolean =>
    at(key)?.parts.some((each) => each.targets.length > 0) === true;
  const isOwn = isOwnDocument(document);
  return Object.keys(defs).flatMap((key) => {
    const candidates = key.includes(".") && !declared.has(key) ? [...names, ...declared] : names;
    const near = candidates.includes(key) ? undefined : nearestKeyword(key, candidates);
    // `card` is near `cart`, and may well be a type of an extension that composes something else.
    const isType = (): boolean => !key.includes(".") && contributions.length > 0 && !composes(key);
    // A vendor's entry counts by what it composes. Of one's own schemas, the name is a mistake all the same.
    const counts = (): boolean => !isOwn && contributions.some(({ entry }) => entry === at(key));
    if (near === undefined || isType() || counts()) return [];
    const address = { document: document.uri, pointer: joinPointer("/$defs", key) };
    const parts = at(key)?.parts ?? [];
    const message = `${capability.name} has $defs/${key}, which composes nothing: no active capability has this name`;
    const hint = `did you mean ${near}?`;
    return [
      entryDiagnostic(
        context.sources,
        { address, parts },
        { code: "COMPOSE_ENTRY_MISSPELT", message, hint },
      ),
    ];
  });
}

/**
 * Finds definitions that are named after a view, such as `complete_request_with_gift`, that compose nothing, and that nothing uses.
 * Each may be a type for code that uses the output, so that this is a warning in the author's own schemas, too.
 */
function entriesWithoutBase(
  context: ComposeContext,
  { capability, entries, contributions, others }: ReadEntries,
  roots: readonly CapabilityDeclaration[],
): Diagnostic[] {
  const { sources } = context;
  const { name, schema, extends: parents } = capability;
  const document = sources.documents.get(schema ?? "");
  if (document === undefined || parents.length === 0) return [];
  const counting = new Set([...contributions, ...others].map(({ entry }) => entry));
  const bodies = listExtendedRoots(context, capability, roots).flatMap(
    (root) => context.entries.targets.of(root.name).get("") ?? [],
  );
  const suspect = entries.flatMap((entry) => {
    const body = bodies.find((each) => isNamedAfterView(entry.name, each.capability));
    const isEntry = counting.has(entry) || !entry.parts.every(isEmpty);
    if (body === undefined || isEntry || listMembers(sources, entry.parts).length === 0) return [];
    return [{ entry, body }];
  });
  if (suspect.length === 0) return [];
  const isUsed = findUsed(sources, document);
  return suspect.flatMap(({ entry, body }) =>
    isUsed(entry.address)
      ? []
      : [
          lostEntry(sources, entry, {
            message: `${name} has $defs/${entry.name}, which is named after a view of ${body.capability} but composes nothing`,
            hint: `add "allOf": [{ "$ref": "${referenceTo(body.base, document.uri)}" }] beside its members`,
          }),
        ],
  );
}

/** The roots that a capability extends, itself or through others; all roots for one that extends nothing. */
function listExtendedRoots(
  { graph }: ComposeContext,
  { name, extends: parents }: CapabilityDeclaration,
  roots: readonly CapabilityDeclaration[],
): readonly CapabilityDeclaration[] {
  const others = roots.filter((root) => root.name !== name);
  if (parents.length === 0) return others;
  const ancestors = graph.ancestors(name);
  return others.filter((root) => ancestors.has(root.name));
}
