/**
 * Refuses values that an extension adds to an enum that its release does not leave open (DESIGN §6), naming the enum that
 * was probably meant, and anchors of open enums on anything but values.
 */

import type { CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { parsePointer } from "@proto-gen/runtime/json";
import {
  diagnostic,
  failure,
  ProtoGenError,
  type Diagnostic,
  type SourceLocation,
} from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { locateSource } from "../../load/document.js";
import type { Sources } from "../../load/sources.js";
import { didYouMean } from "../../text/nearest.js";
import { splitWords } from "../../text/words.js";
import type { ComposeContext } from "../compose-context.js";
import type { AddedValues } from "./anchored-values.js";
import { collectReachableSchemas } from "./enum-survey.js";

/**
 * @returns errors of capabilities that extend nothing: what they add to is unknown
 * @throws ProtoGenError for what an extension adds to a closed enum
 */
export function requireOpenEnums(
  context: ComposeContext,
  capabilities: readonly CapabilityDeclaration[],
): Diagnostic[] {
  const { sources, openEnums, graph } = context;
  return openEnums.added.flatMap((added) => {
    if (added.values.length === 0) throw noValues(sources, added);
    if (openEnums.anchors.has(added.anchor)) return [];
    const ancestors = graph.ancestors(added.capability);
    const documents = capabilities.flatMap(({ name, schema }) =>
      ancestors.has(name) && schema !== undefined ? [schema] : [],
    );
    const found = closedEnum(context, added, documents);
    if (ancestors.size > 0) throw new ProtoGenError([found]);
    return [found];
  });
}

function noValues(sources: Sources, { capability, anchor, address }: AddedValues): ProtoGenError {
  return failure(
    "COMPOSE_CLOSED_ENUM",
    `${capability} has ${anchor} on a schema that lists no values, so it adds none`,
    {
      place: placeAt(sources, address),
      hint: "list the values to add with enum, const, or a choice of these",
    },
  );
}

function closedEnum(
  { sources, openEnums }: ComposeContext,
  { capability, anchor, address, values }: AddedValues,
  documents: readonly string[],
): Diagnostic {
  const enums = findNearestEnums(sources, anchor, documents).flatMap(
    (each) => placeAt(sources, each) ?? [],
  );
  const list = values.map((each) => JSON.stringify(each)).join(", ");
  const message = `${capability} adds ${list} to ${anchor}, but ${reasonFor(enums)}`;
  const hint =
    didYouMean(anchor, [...openEnums.anchors]) ??
    "extend a release with an open enum: a $dynamicRef to a $dynamicAnchor of this name on the enum";
  const found = diagnostic("COMPOSE_CLOSED_ENUM", message, {
    place: placeAt(sources, address),
    hint,
  });
  const related = enums.map((each) => ({ message: "the enum is closed", place: each }));
  return related.length === 0 ? found : { ...found, related };
}

function reasonFor([first]: readonly SourceLocation[]): string {
  return first === undefined
    ? "no schema that it extends has an enum under this name"
    : `the enum at ${first.file}${first.pointer === undefined ? "" : `#${first.pointer}`} is closed`;
}

function placeAt(
  sources: Sources,
  { document, pointer }: SchemaAddress,
): SourceLocation | undefined {
  const found = sources.documents.get(document);
  return found && locateSource(found, pointer);
}

/** Finds the enums of strings whose names have the most words of the anchor's; a name has to have at least two of them. */
function findNearestEnums(
  sources: Sources,
  anchor: string,
  documents: readonly string[],
): SchemaAddress[] {
  const wanted = new Set(lowerWords(anchor));
  let best = Math.min(2, wanted.size);
  let found: SchemaAddress[] = [];
  for (const { schema, document, pointer } of collectReachableSchemas(sources, documents)) {
    if (!isObject(schema) || !Array.isArray(schema["enum"])) continue;
    if (!schema["enum"].every((each) => typeof each === "string")) continue;
    const names = new Set([
      ...lowerWords(stemOf(document)),
      ...parsePointer(pointer).flatMap(lowerWords),
    ]);
    const score = [...wanted].filter((word) => names.has(word)).length;
    if (score > best) found = [];
    best = Math.max(best, score);
    if (score === best) found.push({ document, pointer });
  }
  return found;
}

function lowerWords(name: string): string[] {
  return splitWords(name.toLowerCase());
}

function stemOf(document: string): string {
  return document.slice(document.lastIndexOf("/") + 1).replace(/\.json$/, "");
}
