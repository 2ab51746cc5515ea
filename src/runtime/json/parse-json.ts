/** Parses strict JSON. Errors say what is wrong and where. */
import { scanJson } from "./scan-json.js";
import { failure } from "./scan-token.js";

/** A JSON value, as returned by `parseJson`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

export const DEFAULT_MAX_DEPTH = 512;

export interface ParseJsonOptions {
  /** Maximum nesting of arrays and objects. Default: 512. */
  readonly maxDepth?: number | undefined;
  /**
   * Rejects numbers beyond ±(2^53 - 1), where doubles cannot represent every integer (RFC 7493 §2.2). Default: false.
   */
  readonly safeNumbers?: boolean | undefined;
}

/**
 * Like `JSON.parse`, but rejects what parsers might read differently: duplicate keys, lone surrogates, a byte order
 * mark, numbers that would become infinite, and nesting beyond `maxDepth`.
 * @throws {JsonSyntaxError}
 * @example
 * ```ts
 * import { parseJson } from "@proto-gen/runtime/json";
 *
 * parseJson('{"id": "cart_1", "quantity": 2}'); // { id: "cart_1", quantity: 2 }
 * parseJson('{"quantity": 2, "quantity": 3}'); // throws JsonSyntaxError
 * ```
 */
export function parseJson(text: string, options: ParseJsonOptions = {}): Json {
  if (text.startsWith("\ufeff")) {
    throw failure(text, 0, "JSON_BYTE_ORDER_MARK", "expected no byte order mark before the text");
  }
  scanJson(text, options.maxDepth ?? DEFAULT_MAX_DEPTH, options.safeNumbers ?? false);
  // `JSON.parse` turns the key `__proto__` into an own property, unlike an assignment.
  return JSON.parse(text) as Json;
}
