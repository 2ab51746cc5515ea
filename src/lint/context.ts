/**
 * What the rules of lint look at. In: the files of one release, read. Out: its documents, what loading them has
 * found, and what is made of them when a rule asks for it, once for all rules.
 */

import type { Diagnostic } from "../errors.js";
import type { Document } from "../load/document.js";
import type { ReleaseWithDiagnostics } from "../load/load-release-leniently.js";
import type { ReleaseFile } from "../load/release.js";
import { composedDiagnostics } from "./composed-diagnostics.js";
import { soundDocuments } from "./sound-documents.js";
import { createWorkshop, type Workshop } from "./workshop.js";

export interface LintContext {
  /** How messages show the release's directory. */
  readonly label: string;
  readonly loaded: ReleaseWithDiagnostics;
  /** What is said of files that are no documents, and of the directory as a whole. */
  readonly problems: readonly Diagnostic[];
  /** Specifications in Markdown, as they were read. */
  readonly specifications: readonly ReleaseFile[];
  /** The release's own documents. */
  readonly own: readonly Document[];
  /** Nothing is wrong with it, or with anything that it refers to: types and checks can be made of it. */
  isSound(document: Document): boolean;
  /** What composing the capabilities has to say, and making types of them. */
  composed(): readonly Diagnostic[];
  readonly workshop: Workshop;
  /** Files of which not everything is said. */
  readonly more: Set<string>;
}

export interface LintSources {
  readonly label: string;
  readonly loaded: ReleaseWithDiagnostics;
  readonly problems: readonly Diagnostic[];
  readonly specifications: readonly ReleaseFile[];
}

export function createContext(sources: LintSources): LintContext {
  const { loaded } = sources;
  const files = new Set(loaded.release.documents.map(({ file }) => file));
  const sound = soundDocuments(loaded);
  const isSound = ({ file }: Document): boolean => sound.has(file);
  let composed: readonly Diagnostic[] | undefined;
  return {
    ...sources,
    own: [...loaded.sources.documents.values()].filter(({ file }) => files.has(file)),
    isSound,
    composed: () => (composed ??= composedDiagnostics(loaded, isSound)),
    workshop: createWorkshop(loaded.sources),
    more: new Set(loaded.truncatedFiles),
  };
}
