/**
 * The part of json-schema-ref-parser that reads: its plugin chain. Its main module also loads what bundles, dereferences
 * and reads YAML, and asks for the global `Headers` in each call, for which Node loads its HTTP client
 * (docs/adr/0071-cost-of-a-run.md).
 */

import type { FileInfo, ParserOptions } from "@apidevtools/json-schema-ref-parser";

export interface Plugins {
  read(): Buffer;
  /** @param file what was read is its `data` */
  parse(file: FileInfo): object | boolean;
}

/** Reads and parses the document of a URI; where a plugin throws, it throws an error of its own. */
export type PluginChain = (uri: string, plugins: Plugins) => Promise<unknown>;

let loaded: Promise<PluginChain> | undefined;

/** Loaded with the first document. */
export function pluginChain(): Promise<PluginChain> {
  return (loaded ??= loadPluginChain());
}

async function loadPluginChain(): Promise<PluginChain> {
  try {
    // The package offers every file, but no promise is made that they stay where they are.
    const [{ default: parse }, { default: Refs }] = await Promise.all([
      import("@apidevtools/json-schema-ref-parser/dist/lib/parse.js"),
      import("@apidevtools/json-schema-ref-parser/dist/lib/refs.js"),
    ]);
    return (uri, plugins) => parse(uri, new Refs(), optionsOf(plugins));
  } catch {
    const { $RefParser } = await import("@apidevtools/json-schema-ref-parser");
    return (uri, plugins) => $RefParser.parse(uri, optionsOf(plugins));
  }
}

/** All that the library brings is off: it would read `file:` references of remote documents, and fetch from loopback. */
function optionsOf({ read, parse }: Plugins): ParserOptions {
  return {
    resolve: { file: false, http: false, roots: { order: 1, canRead: true, read } },
    parse: {
      json: false,
      yaml: false,
      text: false,
      binary: false,
      strict: { order: 1, canParse: true, parse },
    },
  };
}
