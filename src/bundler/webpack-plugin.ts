/**
 * webpack: generates before it begins to compile, and adds what is wrong to the compilation. An error there would end the
 * watch, if it were thrown, instead of the build.
 */

import type { Compilation, Compiler } from "webpack";
import type { Diagnostic } from "../errors.js";
import { bundlerMessage, PLUGIN_NAME } from "./message.js";
import type { Project, Refreshed } from "./project.js";

export function applyToWebpack(compiler: Compiler, project: Project): void {
  let refreshed: Refreshed | undefined;
  const refresh = async (): Promise<void> => {
    refreshed = await project.refresh();
    // It keeps what it has read between builds.
    if (refreshed.hasWritten) compiler.inputFileSystem?.purge?.();
  };
  compiler.hooks.beforeRun.tapPromise(PLUGIN_NAME, refresh);
  compiler.hooks.watchRun.tapPromise(PLUGIN_NAME, refresh);
  compiler.hooks.thisCompilation.tap(PLUGIN_NAME, (compilation) => {
    if (refreshed !== undefined) report(refreshed, compilation);
  });
}

function report({ errors, warnings, sources }: Refreshed, compilation: Compilation): void {
  compilation.fileDependencies.addAll(sources.files);
  compilation.contextDependencies.addAll(sources.directories);
  const { WebpackError } = compilation.compiler.webpack;
  const toError = (diagnostic: Diagnostic): InstanceType<typeof WebpackError> => {
    const { message, place } = bundlerMessage(diagnostic);
    const error = new WebpackError(message);
    error.name = PLUGIN_NAME;
    error.hideStack = true;
    if (place === undefined) return error;
    error.file = place.file;
    error.loc = { start: { line: place.line, column: place.column } };
    return error;
  };
  compilation.errors.push(...errors.map(toError));
  compilation.warnings.push(...warnings.map(toError));
}
