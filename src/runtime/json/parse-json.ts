/** Strict JSON: a text goes in, its value comes out, or a `JsonSyntaxError` that says where and why not. */
import type { Json } from "./json.js";
import { scanJson } from "./scan-json.js";
import { failure } from "./scan-token.js";

export const DEFAULT_MAX_DEPTH = 512;

export interface ParseJsonOptions {
  /** How many arrays and objects may be in each other; 512 unless told. */
  readonly maxDepth?: number | undefined;
  /**
   * Whether to refuse numbers beyond ±(2^53 - 1), where a double no longer tells integers apart
   * (RFC 7493 §2.2). It does not unless told.
   */
  readonly safeNumbers?: boolean | undefined;
}

/**
 * As `JSON.parse`, whose value it returns, but refuses what two readers could take for two things:
 * duplicate keys, lone surrogates, a byte order mark, numbers that would become infinite, and
 * nesting beyond `maxDepth`.
 * @throws {JsonSyntaxError}
 */
export function parseJson(text: string, options: ParseJsonOptions = {}): Json {
  if (text.startsWith("\ufeff")) {
    throw failure(text, 0, "JSON_BYTE_ORDER_MARK", "expected no byte order mark before the text");
  }
  scanJson(text, options.maxDepth ?? DEFAULT_MAX_DEPTH, options.safeNumbers ?? false);
  // It makes of the key `__proto__` an own property, as an assignment would not.
  return JSON.parse(text) as Json;
}
