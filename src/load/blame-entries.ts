/**
 * Finds the entries of a profile that an error of a later stage comes from: by its place in the profile, or by the document that it is
 * in. An error that no entry is to blame for stays one.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Diagnostic } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { withoutFragment } from "../json-schema/uri.js";
import { isOfProtocol } from "@proto-gen/runtime/codegen/generator";
import type { Document } from "./document.js";
import type { Sides } from "./load.js";
import type { EntryProblem } from "./odd-entries.js";
import type { Profile } from "./profile.js";
import type { Sources } from "./sources.js";

/** An entry, and the URI of the document that it names. */
interface Declared {
  readonly name: string;
  readonly kind: "capability" | "binding" | "handler";
  /** In the profile as it was read. */
  readonly pointer: string;
  readonly schema: string | undefined;
  /** Who contradicts what others declare is at fault before them. */
  readonly rank: number;
}

export interface Blame {
  /** The same entry may be to blame for several. */
  readonly problems: readonly EntryProblem[];
  readonly others: readonly Diagnostic[];
}

export function blameEntries(
  errors: readonly Diagnostic[],
  { sides, sources }: { readonly sides: Sides; readonly sources: Sources },
): Blame {
  const declared = listDeclared(sources.profile);
  const reach = createReach(sources);
  const problems = new Map<string, EntryProblem>();
  const others: Diagnostic[] = [];
  for (const error of errors) {
    const found = blame(error, { declared, reach, file: sides.profile.document.file });
    if (found.length === 0) others.push(error);
    for (const { name, pointer } of found) {
      const known = problems.get(pointer)?.diagnostics ?? [];
      problems.set(pointer, { name, pointer, diagnostics: [...known, error] });
    }
  }
  return { problems: [...problems.values()], others };
}

interface BlameContext {
  readonly declared: readonly Declared[];
  readonly reach: Reach;
  /** The profile's. */
  readonly file: string;
}

function blame(
  { place, related = [] }: Diagnostic,
  { declared, reach, file }: BlameContext,
): readonly Declared[] {
  if (place?.file === file) {
    const at = `${place.pointer ?? ""}/`;
    return declared.filter(({ pointer }) => at.startsWith(`${pointer}/`));
  }
  const files = [place, ...related.map((each) => each.place)].flatMap((each) => each?.file ?? []);
  const named = declared.filter(({ schema }) => files.includes(reach.fileOf(schema) ?? ""));
  if (named.length > 0) return lastRanked(named);
  return place === undefined
    ? []
    : declared.filter(({ schema }) => reach.filesFrom(schema).has(place.file));
}

function lastRanked(all: readonly Declared[]): readonly Declared[] {
  const last = Math.max(...all.map(({ rank }) => rank));
  return all.filter(({ rank }) => rank === last);
}

function listDeclared({
  document,
  registry,
  services,
  paymentHandlers,
  vocabulary,
}: Profile): Declared[] {
  const { originalPointer = (same: string) => same } = document;
  const rankOf = (name: string): number => (isOfProtocol(vocabulary, name) ? 0 : 2);
  return [
    ...registry.capabilities.map(({ name, schema, pointer, extends: parents }) => ({
      ...{ name, schema, kind: "capability" as const },
      pointer: originalPointer(`/${vocabulary.name}${pointer}`),
      rank: rankOf(name) + (parents.length > 0 ? 1 : 0),
    })),
    ...services.flatMap(({ name, bindings }) =>
      bindings.map(({ schema, pointer }) => ({
        ...{ name, schema, kind: "binding" as const },
        pointer: originalPointer(pointer),
        rank: rankOf(name),
      })),
    ),
    // Without its schema, a handler is still one.
    ...paymentHandlers.flatMap(({ name, schema }) =>
      schema === undefined
        ? []
        : [
            {
              ...{ name, schema: schema.uri, kind: "handler" as const },
              pointer: originalPointer(schema.pointer),
              rank: 4,
            },
          ],
    ),
  ];
}

interface Reach {
  fileOf(schema: string | undefined): string | undefined;
  /** The files of the documents that one refers to, over any number of steps, its own among them. */
  filesFrom(schema: string | undefined): ReadonlySet<string>;
}

function createReach({ documents, inputs, resolve }: Sources): Reach {
  const byUri = new Map([...inputs.map((each) => [each.uri, each] as const), ...documents]);
  const documentOf = (schema: string | undefined): Document | undefined =>
    schema === undefined ? undefined : byUri.get(withoutFragment(schema));
  const direct = new Map<Document, readonly Document[]>();
  const followed = (document: Document): readonly Document[] => {
    const known = direct.get(document);
    if (known !== undefined) return known;
    const found = referencesIn(document.root).flatMap(
      (reference) =>
        documents.get(resolve(document.uri, document.uri, reference)?.document ?? "") ?? [],
    );
    direct.set(document, found);
    return found;
  };
  return {
    fileOf: (schema) => documentOf(schema)?.file,
    filesFrom(schema) {
      const start = documentOf(schema);
      const reached = new Set(start === undefined ? [] : [start]);
      // Iterating a set also visits what is added on the way.
      for (const each of reached) for (const next of followed(each)) reached.add(next);
      return new Set([...reached].map(({ file }) => file));
    },
  };
}

function referencesIn(root: Json): string[] {
  const found = new Set<string>();
  const waiting: Json[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (isObject(next) && typeof next["$ref"] === "string") found.add(next["$ref"]);
    for (const each of Object.values(next)) waiting.push(each as Json);
  }
  return [...found];
}
