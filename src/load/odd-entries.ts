/**
 * Entries of a profile that are odd by name, version, shape or authority, each with the error that its author is told. The rules are those
 * of the runtime, which client and server share; the generator also knows public suffixes (ADR 14) and checks endpoints.
 */

import {
  escapePointerToken,
  findOddEntries as findOdd,
  type ProfileOddEntry,
} from "@proto-gen/runtime/codegen/generator";
import { RegistryError } from "@proto-gen/runtime/negotiation";
import { diagnostic, ProtoGenError, type Diagnostic } from "../errors.js";
import { valueAt } from "../text/value-at.js";
import { authorityProblem } from "./authority.js";
import { locateSource, type Document } from "./document.js";
import { checkEndpoint, type ProfileOptions } from "./endpoint.js";
import type { MissingDocumentsError } from "./missing-documents.js";
import { parentHint, protocolName, type Binding, type Profile } from "./profile.js";

/** An entry that is not used. */
export interface EntryProblem {
  /** As it is written; undefined where no text says it. */
  readonly name: string | undefined;
  /** JSON pointer in the profile as it was read: of the entry, of one transport of a service, or of a whole registry. */
  readonly pointer: string;
  /** What the author of the profile is told. */
  readonly diagnostics: readonly Diagnostic[];
  /** Set where they say that documents are missing: the author is told of those of all entries together. */
  readonly missing?: MissingDocumentsError;
}

/** @throws ProtoGenError PROFILE_INVALID where the profile cannot be read at all */
export function findOddEntries(document: Document): EntryProblem[] {
  const name = protocolName(document);
  try {
    return findOdd(name, document.root).map((each) => describeOdd(document, each));
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new ProtoGenError([shapeDiagnostic(document, error)]);
  }
}

function describeOdd(
  document: Document,
  { name, pointer, error, isForeign }: ProfileOddEntry,
): EntryProblem {
  const url = isForeign ? valueAt(document.root, error.pointer) : undefined;
  const refused =
    name === undefined || typeof url !== "string"
      ? undefined
      : authorityProblem(name, url, () => locateSource(document, error.pointer));
  return { name, pointer, diagnostics: [refused ?? shapeDiagnostic(document, error)] };
}

function shapeDiagnostic(document: Document, error: RegistryError): Diagnostic {
  const { pointer, message, cycle } = error;
  const place = locateSource(document, pointer);
  if (cycle !== undefined)
    return diagnostic("NEGOTIATE_CYCLE", message, {
      place,
      hint: "remove one `extends` of the cycle",
    });
  const base = `/${escapePointerToken(protocolName(document))}`;
  const isParent = /\/extends(?:\/\d+)?$/.test(pointer);
  return diagnostic("PROFILE_INVALID", message, {
    place,
    hint: isParent ? parentHint(document, { pointer, base }) : error.hint,
  });
}

/** Entries at hosts that belong to nobody, and those that are called over no https. */
export function findRefusedEntries(profile: Profile, options: ProfileOptions): EntryProblem[] {
  const { document, registry, services, paymentHandlers, vocabulary } = profile;
  const base = `/${escapePointerToken(vocabulary.name)}`;
  const bindings = services.flatMap(({ name, bindings: each }) =>
    each.map((binding) => ({ ...binding, name, binding })),
  );
  const urls = [
    ...registry.capabilities.map(({ name, pointer }) => ({ name, pointer: base + pointer })),
    ...bindings.map(({ name, pointer }) => ({ name, pointer })),
    ...paymentHandlers.map(({ name, pointer }) => ({ name, pointer })),
  ].flatMap((entry) => problemOf(entry, authorityProblems(document, entry), document));
  const refused = new Set(urls.map(({ pointer }) => pointer));
  const endpoints = bindings.flatMap((each) =>
    problemOf(each, endpointErrors(document, each.binding, options), document),
  );
  return [...urls, ...endpoints.filter(({ pointer }) => !refused.has(pointer))];
}

/** The endpoints that end with a slash. */
export function endpointNotices(profile: Profile, options: ProfileOptions): Diagnostic[] {
  const at = (pointer: string) => locateSource(profile.document, pointer);
  return profile.services.flatMap(({ bindings }) =>
    bindings.flatMap((each) => checkEndpoint(each, at, options)),
  );
}

interface Entry {
  readonly name: string;
  /** In the root of the document. */
  readonly pointer: string;
}

function problemOf(
  { name, pointer }: Entry,
  diagnostics: readonly Diagnostic[],
  { originalPointer = (same) => same }: Document,
): EntryProblem[] {
  return diagnostics.length === 0 ? [] : [{ name, pointer: originalPointer(pointer), diagnostics }];
}

/** The first is enough: one host is wrong for most of them, and then for all. */
function authorityProblems(document: Document, { name, pointer }: Entry): readonly Diagnostic[] {
  for (const member of ["spec", "schema", "config_schema"]) {
    const at = `${pointer}/${member}`;
    const url = valueAt(document.root, at);
    const found =
      typeof url === "string"
        ? authorityProblem(name, url, () => locateSource(document, at))
        : undefined;
    if (found !== undefined) return [found];
  }
  return [];
}

function endpointErrors(
  document: Document,
  binding: Binding,
  options: ProfileOptions,
): readonly Diagnostic[] {
  try {
    checkEndpoint(binding, (pointer) => locateSource(document, pointer), options);
    return [];
  } catch (error) {
    if (error instanceof ProtoGenError) return error.diagnostics;
    throw error;
  }
}
