/**
 * Reports extensions that contribute nothing: to a container this is an error, since an entry under another name than that
 * of a shape is most likely misspelt; elsewhere it is a notice, since an extension may only add types of its own.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { diagnostic, failure, type Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource } from "../load/document.js";
import { didYouMean } from "../text/nearest.js";
import type { ComposeContext } from "./compose-context.js";
import type { ComposedShape } from "./composition.js";
import { sortExtensions } from "./extension-graph.js";
import { findComposingEntries, type ComposingEntry } from "./shapes.js";

/** Refuses an extension of a container that mirrors none of its shapes. */
export function requireShapes(
  { sources, dependencies }: ComposeContext,
  root: CapabilityDeclaration,
  composed: readonly ComposedShape[],
): void {
  const contributing = contributorsTo(composed);
  const keys = composed.map(({ key }) => key);
  for (const extension of sortExtensions(root.name, dependencies)) {
    if (contributing.has(extension.name) || !extension.extends.includes(root.name)) continue;
    const document = sources.documents.get(extension.schema ?? "");
    const defs = isObject(document?.root) ? document.root["$defs"] : undefined;
    const entries = isObject(defs) ? Object.keys(defs) : [];
    throw failure(
      "COMPOSE_NO_SHAPE",
      `${extension.name} extends ${root.name}, but none of its $defs (${entries.join(", ")}) is one of ${keys.join(", ")}`,
      {
        place: document && locateSource(document, "/$defs"),
        hint: entries.map((name) => didYouMean(name, keys)).find((hint) => hint !== undefined),
      },
    );
  }
}

interface ComposedAgreement {
  readonly capabilities: readonly CapabilityDeclaration[];
  readonly roots: readonly CapabilityDeclaration[];
  readonly composed: readonly ComposedShape[];
}

/** Returns a notice for each capability that is no root, composes onto none, and adds no values to enums. */
export function reportUnused(
  context: ComposeContext,
  { capabilities, roots, composed }: ComposedAgreement,
): Diagnostic[] {
  const used = new Set([
    ...roots.map(({ name }) => name),
    ...contributorsTo(composed),
    ...context.openEnums.added.map(({ capability }) => capability),
  ]);
  return capabilities
    .filter(({ name }) => !used.has(name))
    .map((capability) => unusedNotice(context, capability, roots));
}

/** The name of an entry, and the members that are lost with it. */
function entryText({ name, members }: ComposingEntry): string {
  return members.length === 0 ? name : `${name} (lost: ${members.join(", ")})`;
}

function contributorsTo(composed: readonly ComposedShape[]): ReadonlySet<string> {
  return new Set(
    composed.flatMap(({ contributions }) => contributions.map(({ capability }) => capability)),
  );
}

function unusedNotice(
  { sources }: ComposeContext,
  capability: CapabilityDeclaration,
  roots: readonly CapabilityDeclaration[],
): Diagnostic {
  const document = sources.documents.get(capability.schema ?? "");
  const others = document === undefined ? [] : findComposingEntries(sources, document.uri, roots);
  const list =
    others.length === 0
      ? ""
      : `; these $defs extend a root, but have another name: ${others.map(entryText).join(", ")}`;
  return diagnostic(
    "COMPOSE_NOTHING",
    `${capability.name} adds nothing to an active root: none of its $defs is named after one${list}`,
    {
      place: document && locateSource(document, "/$defs"),
      hint: `name the entry ${capability.extends[0] ?? "like its root"}`,
    },
  );
}
