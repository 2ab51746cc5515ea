/**
 * `proto-gen/bundler`: a plugin for Vite, Rollup, Rolldown, webpack and esbuild that generates what the project's configuration
 * asks for at the start of a build, and again whenever a source changes while the bundler watches.
 */

import process from "node:process";
import { createUnplugin } from "unplugin";
import { setUpEsbuild } from "./esbuild-plugin.js";
import { PLUGIN_NAME } from "./message.js";
import { openProject, type Project, type ProjectOptions } from "./project.js";
import { rollupHooks } from "./rollup-hooks.js";
import { viteHooks } from "./vite-hooks.js";
import { applyToWebpack } from "./webpack-plugin.js";

export interface ProtoGenOptions extends ProjectOptions {}

/** Of a plugin's type, what the bundler asks for: whoever has one bundler need not have the types of the others. */
export interface ProtoGen {
  vite(options?: ProtoGenOptions): { readonly name: string };
  rollup(options?: ProtoGenOptions): { readonly name: string };
  rolldown(options?: ProtoGenOptions): { readonly name: string };
  webpack(options?: ProtoGenOptions): { readonly apply: (compiler: unknown) => void };
  esbuild(options?: ProtoGenOptions): {
    readonly name: string;
    readonly setup: (build: unknown) => void | Promise<void>;
  };
}

/**
 * Makes the plugin of each bundler. Errors end a build, with their place in your JSON; a dev server of Vite shows them in its
 * overlay until they are fixed.
 *
 * @example
 * ```ts
 * import { protoGen } from "proto-gen/bundler";
 * import { defineConfig } from "vite";
 *
 * export default defineConfig({ plugins: [protoGen.vite()] });
 * ```
 */
export const protoGen: ProtoGen = createUnplugin<ProtoGenOptions | undefined, false>(
  (options = {}) => {
    const open = (root: string): Project => openProject(options, root, process.env);
    const atWorkingDirectory = open(process.cwd());
    return {
      name: PLUGIN_NAME,
      rollup: rollupHooks(atWorkingDirectory),
      rolldown: rollupHooks(atWorkingDirectory),
      vite: viteHooks(open),
      webpack: (compiler) => applyToWebpack(compiler, open(compiler.context)),
      esbuild: {
        setup: (build) =>
          setUpEsbuild(build, open(build.initialOptions.absWorkingDir ?? process.cwd())),
      },
    };
  },
) as ProtoGen;
