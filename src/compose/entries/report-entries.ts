/**
 * Reports entries that contribute nothing, or not what they are named after. In the author's own schemas this is an error;
 * in those of others it is a warning that names what is lost, since nobody who generates code can mend them (ADR 81).
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, type Diagnostic, type DiagnosticCode } from "../../errors.js";
import { isObject, isRoleMap } from "../../json-schema/keywords.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { locateSource } from "../../load/document.js";
import { isOwnDocument } from "../../load/own-document.js";
import type { Sources } from "../../load/sources.js";
import { didYouMean, nearestKeyword } from "../../text/nearest.js";
import type { ComposeContext } from "../compose-context.js";
import type { Shape } from "../shapes.js";
import { collectCertainSchemas } from "../visibility/in-place-schemas.js";
import type { Entry, EntryContribution, ReadEntries } from "./contributions.js";
import { isEmpty } from "./entry-parts.js";

export const ENTRY_CODES: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "COMPOSE_NO_BASE",
  "COMPOSE_NO_SHAPE",
  "COMPOSE_ENTRY_MISSPELT",
  "COMPOSE_ENTRY_LOST",
]);

/** Reports COMPOSE_NO_BASE, COMPOSE_NO_SHAPE and COMPOSE_ENTRY_MISSPELT, or COMPOSE_ENTRY_LOST for the schemas of others. */
export function reportEntries(context: ComposeContext): Diagnostic[] {
  const { entries } = context;
  return [
    ...entries.baseless.map((each) => baselessEntry(context, each)),
    ...entries.all.flatMap((read) => [
      ...emptyBranches(context, read),
      ...reportCapability(context, read),
    ]),
  ];
}

/** An entry, and the shapes of the root that it names. */
interface NamedEntry {
  readonly entry: Entry;
  readonly shapes: readonly Shape[];
}

function reportCapability(context: ComposeContext, read: ReadEntries): Diagnostic[] {
  const { entries } = context;
  const baseless = new Set(entries.baseless.map(({ entry }) => entry));
  const named = read.entries.flatMap((entry): NamedEntry[] => {
    const shapes = entries.targets.shapesOf(entry.name);
    return shapes.length === 0 || baseless.has(entry) ? [] : [{ entry, shapes }];
  });
  const found = [
    ...named.flatMap((each) =>
      contributesTo(read, each)
        ? misspeltShapes(context, read, each)
        : emptyEntry(context, read, each),
    ),
    ...read.others.map((each) => doubledEntry(context, each)),
  ];
  return found.length > 0 ? found : extensionWithoutShapes(context, read);
}

function contributesTo({ contributions, others }: ReadEntries, { entry }: NamedEntry): boolean {
  return [...contributions, ...others].some(
    (each) => each.entry === entry && each.target.capability === entry.name,
  );
}

/** Names of roles: a release may have others than the root. */
const ROLE = /_schema$/;

function emptyEntry(
  { sources }: ComposeContext,
  { capability, contributions }: ReadEntries,
  { entry, shapes }: NamedEntry,
): Diagnostic[] {
  const { name, address } = entry;
  const schema = sources.schemas.locate(address.document, address.pointer)?.schema;
  const keys = shapes.map(({ key }) => key);
  const [shape] = shapes.filter(({ key }) => key === "");
  // Of a body, they are members beside `properties`, which has an error of its own.
  const isMap = isObject(schema) && isRoleMap(name, schema);
  if (isMap && (shape !== undefined || Object.keys(schema).every((key) => ROLE.test(key))))
    return [];
  const used = new Set(contributions.map((each) => each.part));
  // Of another root, a part is not lost.
  const unused = entry.parts.filter((part) => !used.has(part));
  const misspelt = entry.parts.map(({ key = "" }) => didYouMean(key, keys));
  const hint =
    misspelt.find((each) => each !== undefined) ??
    `add { "$ref": "${baseOf(shape ?? shapes)}" } to its allOf`;
  const what = shape === undefined ? `none of its shapes: ${keys.join(", ")}` : "nothing of it";
  return [
    entryDiagnostic(
      sources,
      { ...entry, parts: unused },
      {
        code: shape === undefined ? "COMPOSE_NO_SHAPE" : "COMPOSE_NO_BASE",
        message: `${capability.name} has an entry for ${name} that composes ${what}`,
        hint,
      },
    ),
  ];
}

/** The reference to a body, or to the shape of a container that most extensions add to. */
function baseOf(shape: Shape | readonly Shape[]): string {
  const { base } =
    "base" in shape ? shape : (shape.find(({ key }) => key.endsWith("_response")) ?? shape[0]!);
  return referenceTo(base);
}

/** In a map of schemas, a name that is nearly that of a shape is no type. */
function misspeltShapes(
  { sources }: ComposeContext,
  { contributions }: ReadEntries,
  { entry, shapes }: NamedEntry,
): Diagnostic[] {
  const used = new Set(contributions.map(({ address }) => address));
  const keys = shapes.map(({ key }) => key);
  const names = new Set(entry.parts.map(({ key }) => key));
  return entry.parts.flatMap(({ key, address }) => {
    if (key === undefined || used.has(address) || keys.includes(key)) return [];
    const near = nearestKeyword(
      key,
      keys.filter((each) => !names.has(each)),
    );
    if (near === undefined) return [];
    const message = `${entry.name} has no shape ${key}, so that this adds nothing`;
    const hint = `did you mean ${near}?`;
    return [
      entryDiagnostic(
        sources,
        { ...entry, address },
        { code: "COMPOSE_ENTRY_MISSPELT", message, hint },
      ),
    ];
  });
}

function baselessEntry({ sources }: ComposeContext, found: EntryContribution): Diagnostic {
  const { capability, target, entry, address } = found;
  const schema = sources.schemas.locate(address.document, address.pointer)?.schema;
  const hasAllOf = isObject(schema) && Array.isArray(schema["allOf"]);
  const at = hasAllOf ? joinPointer(address.pointer, "allOf") : address.pointer;
  const base = `{ "$ref": "${referenceTo(target.base)}" }`;
  return entryDiagnostic(
    sources,
    { ...entry, address: { ...address, pointer: at }, parts: [{ address }] },
    {
      code: "COMPOSE_NO_BASE",
      ...(hasAllOf
        ? {
            message: `${capability} does not include ${describeTarget(target)} in its allOf`,
            hint: `add ${base} to it`,
          }
        : {
            message: `${capability} does not compose ${describeTarget(target)} in $defs/${entry.name}`,
            hint: `add "allOf": [${base}] beside its members`,
          }),
    },
  );
}

/** Branches that compose nothing, beside others that do. */
function emptyBranches({ sources }: ComposeContext, read: ReadEntries): Diagnostic[] {
  const counting = new Set(read.contributions.map(({ entry }) => entry));
  const empty = [...counting].flatMap(({ name, parts }) =>
    parts
      .filter((part) => part.within.length > 0 && isEmpty(part))
      .map(({ address }) => ({ name, address })),
  );
  return empty.map(({ name, address }) =>
    entryDiagnostic(
      sources,
      { address, parts: [{ address }] },
      {
        code: "COMPOSE_NO_SHAPE",
        message: `this branch of $defs/${name} in ${read.capability.name} composes nothing, so that it adds nothing`,
        hint: "add the schema that it extends to its allOf, as in the other branches",
      },
    ),
  );
}

function describeTarget({ capability, key }: EntryContribution["target"]): string {
  return key === "" ? capability : `${key} of ${capability}`;
}

/** Of several entries for one shape, none of which has the name of the root, one counts. */
function doubledEntry({ sources, entries }: ComposeContext, found: EntryContribution): Diagnostic {
  const { capability, target, entry, address } = found;
  const first = entries.find(capability, target)[0]?.entry.name ?? "";
  const what = describeTarget(target);
  return lostEntry(
    sources,
    { ...entry, address, parts: [{ address }] },
    {
      message: `${capability} has several entries for ${what}, of which ${first} counts`,
      hint: `write one entry for it, named ${target.capability}`,
    },
  );
}

/** An extension of a container that contributes to nothing that it extends was probably meant to. */
function extensionWithoutShapes(
  { sources, entries, openEnums }: ComposeContext,
  { capability, contributions }: ReadEntries,
): Diagnostic[] {
  const { name, schema, extends: parents } = capability;
  const document = sources.documents.get(schema ?? "");
  if (document === undefined || !isOwnDocument(document)) return [];
  if (contributions.some(({ target }) => entries.descends(name, target.capability))) return [];
  if (openEnums.added.some((each) => each.capability === name)) return [];
  const defs = isObject(document.root) ? document.root["$defs"] : undefined;
  const names = isObject(defs) ? Object.keys(defs) : [];
  return parents.flatMap((parent) => {
    const keys = entries.targets.shapesOf(parent).map(({ key }) => key);
    if (keys.every((key) => key === "")) return [];
    return [
      diagnostic(
        "COMPOSE_NO_SHAPE",
        `${name} extends ${parent}, but none of its $defs (${names.join(", ")}) is one of ${keys.join(", ")}`,
        {
          place: locateSource(document, "/$defs"),
          hint: names.map((each) => didYouMean(each, keys)).find((hint) => hint !== undefined),
        },
      ),
    ];
  });
}

/** An entry, or a part of one, at the place that a diagnostic points at. */
interface ReportedEntry {
  readonly address: SchemaAddress;
  readonly parts: readonly { readonly address: SchemaAddress }[];
}

interface EntryProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
}

/** An error in the author's own schemas; in those of others a warning that names what is lost. */
export function entryDiagnostic(
  sources: Sources,
  entry: ReportedEntry,
  { code, message, hint }: EntryProblem,
): Diagnostic {
  const document = sources.documents.get(entry.address.document);
  if (document !== undefined && !isOwnDocument(document))
    return lostEntry(sources, entry, { message });
  const place = document && locateSource(document, entry.address.pointer, "key");
  return diagnostic(code, message, { place, hint });
}

/** A warning that names what is lost. */
export function lostEntry(
  sources: Sources,
  { address, parts }: ReportedEntry,
  { message, hint }: Pick<EntryProblem, "message"> & { readonly hint?: string },
): Diagnostic {
  const document = sources.documents.get(address.document);
  const members = listMembers(sources, parts);
  const lost = members.length === 0 ? "" : ` (lost: ${members.join(", ")})`;
  return diagnostic("COMPOSE_ENTRY_LOST", message + lost, {
    place: document && locateSource(document, address.pointer, "key"),
    hint,
  });
}

/** The members that some schemas declare in their own document. */
export function listMembers(sources: Sources, parts: ReportedEntry["parts"]): string[] {
  const names = parts.flatMap(({ address }) =>
    collectCertainSchemas(sources, [address]).flatMap(({ document, schema }) => {
      const members = isObject(schema) ? schema["properties"] : undefined;
      return document === address.document && isObject(members) ? Object.keys(members) : [];
    }),
  );
  return [...new Set(names)];
}

/** @param from the URI of the document that refers: what stands beside it, or below, is named from there */
export function referenceTo({ document: uri, pointer }: SchemaAddress, from = ""): string {
  const directory = from.slice(0, from.lastIndexOf("/") + 1);
  const document = uri.startsWith(directory) ? uri.slice(directory.length) : uri;
  return pointer === "" ? document : `${document}#${pointer}`;
}
