/**
 * The part of json-schema-ref-parser that reads: its plugin chain. Its main module also loads what bundles, dereferences
 * and reads YAML, and asks for the global `Headers` in each call, for which Node loads its HTTP client
 * (docs/adr/0071-cost-of-a-run.md). No promise is made that these files stay where they are, so that they are bundled.
 */

import type { FileInfo, ParserOptions } from "@apidevtools/json-schema-ref-parser";
import parse from "@apidevtools/json-schema-ref-parser/dist/lib/parse.js";
import Refs from "@apidevtools/json-schema-ref-parser/dist/lib/refs.js";

export interface Plugins {
  read(): Buffer;
  /** @param file what was read is its `data` */
  parse(file: FileInfo): object | boolean;
}

/** Reads and parses the document of a URI; where a plugin throws, it throws an error of its own. */
export function runPlugins(uri: string, plugins: Plugins): Promise<unknown> {
  return parse(uri, new Refs(), optionsOf(plugins));
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
