/**
 * Collects the documents that no source contains, so that one run names all of them: a diagnostic for each `--schemas` that
 * would bring a group of them. Those with another fix, such as a URL that is nearly that of a document, stand apart.
 */

import {
  diagnostic,
  ProtoGenError,
  type Diagnostic,
  type DiagnosticCode,
  type SourceLocation,
} from "../errors.js";
import { groupBy } from "../group-by.js";
import type { Document } from "./document.js";
import { countText } from "../text/count.js";
import { isNotAtHand, reasonText } from "./missing-cause.js";
import { explainMissing } from "./nearest-document.js";
import type { Reader } from "./reader.js";
import type { Remote } from "./remote.js";
import { groupByPrefix, schemaHint, schemasHint } from "./schemas-hint.js";

/** A reference to a document that no source contains. */
export interface MissingReference {
  /** Without its fragment. */
  readonly uri: string;
  readonly code: DiagnosticCode;
  /** What refers to it, and where; `reason` ends the statement that it is missing. */
  readonly message: (reason: string) => string;
  /** Searches a text, so that it is called for what is shown only. */
  readonly place: () => SourceLocation;
  /** True for a relative reference: the same path may exist at another host. */
  readonly isRelative?: boolean;
  /** True for a document that the run can do without: a warning says that it is missing. */
  readonly isOptional?: boolean;
}

/** Takes what no source contains, with the document that refers to it. */
export type MissingSink = (from: Document, reference: MissingReference) => void;

/** What explains that a document is missing. */
export interface MissingAccess {
  readonly reader: Reader;
  readonly remote: Pick<Remote, "cause" | "isFetching">;
  /** The version of the profile: its documents are suggested first. */
  readonly release: string;
}

/** Ends a run, or one entry of it. */
export class MissingDocumentsError extends ProtoGenError {
  readonly references: readonly MissingReference[];
  readonly #access: MissingAccess;

  constructor(
    diagnostics: readonly Diagnostic[],
    references: readonly MissingReference[],
    access: MissingAccess,
  ) {
    super(diagnostics);
    this.references = references;
    this.#access = access;
  }

  /** True if what misses them may be left out of another's profile: no later run would find them. */
  get areNotAtHand(): boolean {
    return this.references.every(({ uri }) => isNotAtHand(this.#access.remote.cause(uri)));
  }

  /** What is missing in any of them, grouped as if it were missing in one. */
  static diagnosticsOf(errors: readonly MissingDocumentsError[]): readonly Diagnostic[] {
    const [first] = errors;
    if (first === undefined) return [];
    const all = new MissingDocuments(first.#access);
    for (const each of errors.flatMap(({ references }) => references)) all.addReference(each);
    return all.take()?.diagnostics ?? [];
  }
}

export class MissingDocuments {
  readonly #access: MissingAccess;
  readonly #required = new Map<string, MissingReference>();
  readonly #optional = new Map<string, MissingReference>();

  constructor(access: MissingAccess) {
    this.#access = access;
  }

  /** Each document counts once, where it is missed first. */
  add(reference: MissingReference): void {
    const references = reference.isOptional === true ? this.#optional : this.#required;
    if (!references.has(reference.uri)) references.set(reference.uri, reference);
  }

  /** A document that several entries miss counts for each of them. */
  addReference(reference: MissingReference): void {
    this.#required.set(`${reference.uri} ${reference.message("")}`, reference);
  }

  /** The number of documents that the run cannot do without. */
  get count(): number {
    return this.#required.size;
  }

  /** @throws MissingDocumentsError if there is one that the run cannot do without */
  refuse(): void {
    const notices = this.notices();
    const error = this.take();
    if (error === undefined) return;
    const all = [...error.diagnostics, ...notices];
    throw new MissingDocumentsError(all, error.references, this.#access);
  }

  /** Those that the run cannot do without, which are forgotten: what misses them is given up. */
  take(): MissingDocumentsError | undefined {
    if (this.count === 0) return undefined;
    const references = [...this.#required.values()];
    const described = this.#describe(references);
    this.#required.clear();
    return new MissingDocumentsError(described, references, this.#access);
  }

  /** The warnings of documents that the run can do without. */
  notices(): readonly Diagnostic[] {
    const optional = [...this.#optional.values()].filter(({ uri }) => !this.#required.has(uri));
    return this.#describe(optional);
  }

  #describe(references: readonly MissingReference[]): Diagnostic[] {
    const all = [...this.#required.values(), ...this.#optional.values()];
    const prefixes = groupByPrefix([...new Set(all.map(({ uri }) => uri))]);
    const byUri = groupBy(references, ({ uri }) => uri);
    return [...prefixes].flatMap(([prefix, uris]) => {
      const group = uris.flatMap((uri) => byUri.get(uri) ?? []);
      return describeGroup(group, prefix, this.#access);
    });
  }
}

/** The diagnostic of one missing document, by itself. */
export function missingDiagnostic(reference: MissingReference, access: MissingAccess): Diagnostic {
  const { uri } = reference;
  return describe(reference, fetchHint(schemaHint(uri), [uri], access), access);
}

function describe(
  { uri, code, message, place, isRelative = false }: MissingReference,
  groupHint: string,
  { reader, remote, release }: MissingAccess,
): Diagnostic {
  const cause = remote.cause(uri);
  // A host that answers, if wrongly, was meant.
  const near =
    cause.kind === "no-source" ? reader.suggest?.({ uri, release, isRelative }) : undefined;
  const hint = near === undefined || near === uri ? groupHint : `did you mean ${near}?`;
  const own = diagnostic(code, message(reasonText(cause)), { place: place(), hint });
  return explainMissing(own, uri, reader);
}

/** A profile may name thousands, and the line of each has to be found. */
const MAX_SHOWN = 20;

/** Those that one fix helps are one diagnostic. */
function describeGroup(
  group: readonly MissingReference[],
  prefix: string | undefined,
  access: MissingAccess,
): Diagnostic[] {
  const uris = group.map(({ uri }) => uri);
  const hint = fetchHint(schemasHint(uris, prefix), uris, access);
  const byHint = new Map<string | undefined, Diagnostic[]>([[hint, []]]);
  for (const each of group.slice(0, MAX_SHOWN)) {
    const described = describe(each, hint, access);
    byHint.set(described.hint, [...(byHint.get(described.hint) ?? []), described]);
  }
  const notShown = Math.max(0, group.length - MAX_SHOWN);
  return [...byHint].flatMap(([fix, all]) => joined(all, fix === hint ? notShown : 0, prefix));
}

function joined(
  [first, ...others]: readonly Diagnostic[],
  notShown: number,
  prefix: string | undefined,
): Diagnostic[] {
  if (first === undefined) return [];
  const count = others.length + notShown;
  if (count === 0) return [first];
  const more = countText(count, "more document");
  const below = prefix === undefined ? "" : ` below ${prefix}`;
  const shown = notShown === 0 ? "" : `, of which ${others.length} are shown`;
  const related = others.flatMap(({ message, place, related: own = [] }) => [
    ...(place === undefined ? [] : [{ message, place }]),
    ...own,
  ]);
  return [
    Object.freeze({
      ...first,
      message: `${first.message}; ${more}${below} ${count === 1 ? "is" : "are"} missing${shown}`,
      related: [...(first.related ?? []), ...related],
    }),
  ];
}

/** Fetching helps where nothing was fetched. */
function fetchHint(
  hint: string,
  uris: readonly string[],
  { remote }: Pick<MissingAccess, "remote">,
): string {
  if (remote.isFetching || !uris.every((uri) => uri.startsWith("https:"))) return hint;
  return `${hint}, or fetch ${uris.length === 1 ? "it" : "them"} with generate --fetch`;
}
