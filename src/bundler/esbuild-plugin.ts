/**
 * esbuild: generates at the start of each build. It watches what the results of modules name: the sources are named by the
 * first module that a build resolves, an entry point.
 */

import type { OnResolveResult, PartialMessage, PluginBuild } from "esbuild";
import type { Diagnostic } from "../errors.js";
import { bundlerMessage } from "./message.js";
import type { Project } from "./project.js";
import { listSourceFiles } from "../watch/source-files.js";

type Watched = Pick<OnResolveResult, "watchFiles" | "watchDirs">;

export function setUpEsbuild(build: PluginBuild, project: Project): void {
  let watched: Watched | undefined;
  build.onStart(async () => {
    const { errors, warnings, sources } = await project.refresh();
    const { files, directories } = listSourceFiles(sources);
    watched = { watchFiles: [...files], watchDirs: [...directories] };
    return { errors: errors.map(toMessage), warnings: warnings.map(toMessage) };
  });
  build.onResolve({ filter: /(?:)/ }, async ({ path, ...args }) => {
    if (watched === undefined) return undefined;
    const own = watched;
    // The others are asked, and this plugin once more, which then has nothing to add.
    watched = undefined;
    const resolved = await build.resolve(path, args);
    return resolved.errors.length > 0 ? resolved : { ...resolved, ...own };
  });
}

function toMessage(diagnostic: Diagnostic): PartialMessage {
  const { message: text, code, place } = bundlerMessage(diagnostic);
  if (place === undefined) return { text, detail: code };
  const { file, line, column } = place;
  // Columns count from 0 there.
  return { text, detail: code, location: { file, line, column: column - 1 } };
}
