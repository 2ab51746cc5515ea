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

export function isFilled(
  diagnostics: readonly Diagnostic[],
): diagnostics is readonly [Diagnostic, ...(readonly Diagnostic[])] {
  return diagnostics.length > 0;
}

function rollupLog({ message, code, place }: BundlerMessage): RollupLog {
  const log = { message, code, pluginCode: code };
  return place === undefined ? log : { ...log, id: place.file, loc: place };
}
