/** In: a module's file and the directory of generated code. Out: how the one imports the other's server. */

import path from "node:path";

export interface ServerImport {
  /** `./generated/server.js`. */
  readonly specifier: string;
  /** Whether a module specifier of that file is a path to it. */
  leadsThere(specifier: string): boolean;
  /** Whether it looks as if an alias of it did: `#generated/server.js`. */
  mayLeadThere(specifier: string): boolean;
}

export function serverImport(file: string, generated: string): ServerImport {
  const directory = path.dirname(path.resolve(file));
  const server = path.resolve(generated, "server");
  const relative = path.relative(directory, server).split(path.sep).join("/");
  const specifier = `${relative.startsWith("../") ? "" : "./"}${relative}.js`;
  return {
    specifier,
    leadsThere: (other) =>
      isRelative(other) && path.resolve(directory, withoutSuffix(other)) === server,
    mayLeadThere: (other) =>
      !isRelative(other) &&
      /\/server(\.[jt]s)?$/.test(other) &&
      !/^(node:|@proto-gen\/)/.test(other),
  };
}

function isRelative(specifier: string): boolean {
  return /^\.\.?(\/|$)/.test(specifier);
}

function withoutSuffix(specifier: string): string {
  return specifier.replace(/\.[jt]s$/, "");
}
