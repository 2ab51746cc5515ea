/** The input of every rule: one release as it was read, and what several rules compute from it, computed once. */

import { findEntries } from "../compose/capability-dependencies.js";
import { reportUndeclaredNames } from "../compose/undeclared-names.js";
import type { Diagnostic } from "../errors.js";
import { addressKey } from "../json-schema/schema-address.js";
import type { Document } from "../load/document.js";
import type { ReleaseWithDiagnostics } from "../load/load-release-leniently.js";
import type { ReleaseFile } from "../load/release.js";
import type { Sources } from "../load/sources.js";
import { collectComposeDiagnostics } from "./compose-diagnostics.js";
import { SchemaCompiler } from "./schema-compiler.js";
import { collectSoundFiles } from "./sound-documents.js";

export interface LintSources {
  /** The release's directory, as messages show it. */
  readonly label: string;
  readonly loaded: ReleaseWithDiagnostics;
  /** Diagnostics of files that are not documents, and of the directory as a whole. */
  readonly problems: readonly Diagnostic[];
  /** True for a release that has its manifest: its files never change again. */
  readonly isSealed: boolean;
  /** Specifications in Markdown. */
  readonly specifications: readonly ReleaseFile[];
}

export interface LintContext extends LintSources {
  /** The release's own documents, without those of others that it refers to. */
  readonly own: readonly Document[];
  /** True if neither the document nor anything that it refers to has an error: only then can it be compiled. */
  isSound(document: Document): boolean;
  /** Diagnostics of negotiating, composing and naming types. */
  composed(): readonly Diagnostic[];
  /** Names in `required` that no schema of their object declares, in all documents. */
  undeclaredNames(): readonly Diagnostic[];
  /** Keys of the addresses of entries, by which extensions contribute to roots and roles. */
  entries(): ReadonlySet<string>;
  readonly compiler: SchemaCompiler;
  /** Rules add the files of which they do not report every mistake. */
  readonly truncatedFiles: Set<string>;
}

export function createContext(sources: LintSources): LintContext {
  const { loaded } = sources;
  const files = new Set(loaded.release.documents.map(({ file }) => file));
  const sound = collectSoundFiles(loaded);
  const isSound = ({ file }: Document): boolean => sound.has(file);
  let composed: readonly Diagnostic[] | undefined;
  let undeclaredNames: readonly Diagnostic[] | undefined;
  let entries: ReadonlySet<string> | undefined;
  return {
    ...sources,
    own: [...loaded.sources.documents.values()].filter(({ file }) => files.has(file)),
    isSound,
    composed: () => (composed ??= collectComposeDiagnostics(loaded, isSound)),
    undeclaredNames: () => (undeclaredNames ??= reportUndeclaredNames(loaded.sources)),
    entries: () => (entries ??= collectEntryKeys(loaded.sources)),
    compiler: new SchemaCompiler(loaded.sources),
    truncatedFiles: new Set(loaded.truncatedFiles),
  };
}

function collectEntryKeys(sources: Sources): ReadonlySet<string> {
  const { all } = findEntries(sources, sources.profile.registry);
  return new Set(
    all.flatMap(({ contributions }) =>
      [...contributions.values()].map(({ entry }) => addressKey(entry.address)),
    ),
  );
}
