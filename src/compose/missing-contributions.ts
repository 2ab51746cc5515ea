/** Notices extensions that contribute nothing: such a one may only add types of its own. */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { diagnostic, type Diagnostic } from "../errors.js";
import { locateSource } from "../load/document.js";
import type { ComposeContext } from "./compose-context.js";
import type { ComposedShape } from "./composition.js";
import type { Sources } from "../load/sources.js";
import type { Entry } from "./entries/contributions.js";
import { listMembers } from "./entries/report-entries.js";

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
    .map((capability) => unusedNotice(context, capability));
}

function contributorsTo(composed: readonly ComposedShape[]): ReadonlySet<string> {
  return new Set(composed.flatMap(({ contributors }) => contributors));
}

function unusedNotice(
  { sources, entries }: ComposeContext,
  { name, schema, extends: parents }: CapabilityDeclaration,
): Diagnostic {
  const document = sources.documents.get(schema ?? "");
  const own = entries.all.find(({ capability }) => capability.name === name)?.entries ?? [];
  const others = own.filter(({ parts }) => parts.some(({ targets }) => targets.length > 0));
  const list =
    others.length === 0
      ? ""
      : `; these $defs compose a root, but not in a view that it has: ${others.map((each) => entryText(sources, each)).join(", ")}`;
  return diagnostic(
    "COMPOSE_EXTENSION_UNUSED",
    `${name} adds nothing to an active root: none of its $defs is named after one${list}`,
    {
      place: document && locateSource(document, "/$defs"),
      hint: `name the entry ${parents[0] ?? "like its root"}`,
    },
  );
}

/** The name of an entry, and the members that are lost with it. */
function entryText(sources: Sources, { name, parts }: Entry): string {
  const members = listMembers(sources, parts);
  return members.length === 0 ? name : `${name} (lost: ${members.join(", ")})`;
}
