/** How a user's module imports the generated server: by a relative path, or by an alias that only its project resolves. */

import path from "node:path";

export interface ServerImport {
  /** `./generated/server.js`. */
  readonly specifier: string;
  /** True where a module specifier is a relative path to the server. */
  isServerPath(specifier: string): boolean;
  /** True where a module specifier looks like an alias of the server: `#generated/server.js`. */
  mayBeServerAlias(specifier: string): boolean;
}

export function serverImport(file: string, generated: string): ServerImport {
  const directory = path.dirname(path.resolve(file));
  const server = path.resolve(generated, "server");
  const relative = path.relative(directory, server).split(path.sep).join("/");
  const specifier = `${relative.startsWith("../") ? "" : "./"}${relative}.js`;
  return {
    specifier,
    isServerPath: (other) =>
      isRelative(other) && path.resolve(directory, withoutSuffix(other)) === server,
    mayBeServerAlias: (other) =>
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
