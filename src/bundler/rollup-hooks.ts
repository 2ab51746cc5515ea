/** The hooks of Rollup, Rolldown and Vite's builds: each build begins with what is generated, and waits for it. */

import type { Diagnostic } from "../errors.js";
import { bundlerMessage, joinedMessage, type BundlerMessage } from "./message.js";
import type { Project } from "./project.js";

/** The part of the context of `buildStart` that all three bundlers provide. */
export interface BuildContext {
  addWatchFile(file: string): void;
  warn(log: RollupLog): void;
  error(log: RollupLog): never;
}

export interface RollupLog {
  readonly message: string;
  readonly code: string;
  readonly pluginCode: string;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

export async function refreshForBuild(project: Project, context: BuildContext): Promise<void> {
  const { errors, warnings, sources } = await project.refresh();
  for (const source of [...sources.files, ...sources.directories]) context.addWatchFile(source);
  for (const warning of warnings) context.warn(rollupLog(bundlerMessage(warning)));
  if (isFilled(errors)) context.error(rollupLog(joinedMessage(errors)));
}

/** The part of what Rollup and Rolldown report that is looked at here. */
interface BundlerLog {
  readonly code?: string | undefined;
  readonly ids?: readonly string[] | undefined;
}

interface RollupHooks {
  buildStart(this: BuildContext): Promise<void>;
  onLog(level: string, log: BundlerLog): false | undefined;
}

export function rollupHooks(project: Project): RollupHooks {
  return {
    buildStart() {
      return refreshForBuild(project, this);
    },
    onLog: (_level, log) => showsLog(project, log),
  };
}

/**
 * The hook `onLog` returns false for what is not to be shown: schemas that refer to one another become modules that import one
 * another. They use what they import only in functions, and nobody who bundles them could write them otherwise.
 */
function showsLog(project: Project, { code, ids = [] }: BundlerLog): false | undefined {
  const isOwn = code === "CIRCULAR_DEPENDENCY" && ids.every((id) => project.hasGenerated(id));
  return isOwn && ids.length > 0 ? false : undefined;
}

export function isFilled(
  diagnostics: readonly Diagnostic[],
): diagnostics is readonly [Diagnostic, ...(readonly Diagnostic[])] {
  return diagnostics.length > 0;
}

function rollupLog({ message, code, place }: BundlerMessage): RollupLog {
  const log = { message, code, pluginCode: code };
  return place === undefined ? log : { ...log, id: place.file, loc: place };
}
