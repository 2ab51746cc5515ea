/** How a user's module imports the generated server: by a relative path, or by an alias that only its project resolves. */

import path from "node:path";
import { suffixOf, type ImportExtension } from "../source/module-scope.js";

export interface ServerImport {
  /** `./generated/server.js`. */
  readonly specifier: string;
  /** `./generated/commerce.js`: what keeps checkouts for the release. */
  readonly commerce: string;
  /** True where a module specifier is a relative path to the server. */
  isServerPath(specifier: string): boolean;
  /** True where a module specifier looks like an alias of the server: `#generated/server.js`. */
  mayBeServerAlias(specifier: string): boolean;
}

export function serverImport(
  file: string,
  generated: string,
  extension: ImportExtension,
): ServerImport {
  const directory = path.dirname(path.resolve(file));
  const server = path.resolve(generated, "server");
  return {
    specifier: specifierFrom(directory, server, extension),
    commerce: specifierFrom(directory, path.resolve(generated, "commerce"), extension),
    isServerPath: (other) =>
      isRelative(other) && path.resolve(directory, withoutSuffix(other)) === server,
    mayBeServerAlias: (other) =>
      !isRelative(other) &&
      /\/server(\.[jt]s)?$/.test(other) &&
      !/^(node:|@proto-gen\/)/.test(other),
  };
}

function specifierFrom(directory: string, module: string, extension: ImportExtension): string {
  const relative = path.relative(directory, module).split(path.sep).join("/");
  return `${relative.startsWith("../") ? "" : "./"}${relative}${suffixOf(extension)}`;
}

function isRelative(specifier: string): boolean {
  return /^\.\.?(\/|$)/.test(specifier);
}

function withoutSuffix(specifier: string): string {
  return specifier.replace(/\.[jt]s$/, "");
}
