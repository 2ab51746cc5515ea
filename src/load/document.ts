/**
 * In: the bytes of one JSON document. Out: the document, frozen, with its text kept so that
 * an error can name file, line and column. JSON is read strictly: see `@proto-gen/runtime/json`.
 */

import { JsonSyntaxError, locateJson, parseJsonBytes, type Json } from "@proto-gen/runtime/json";
import { failure, type DiagnosticCode, type SourceLocation } from "../errors.js";
import { sha256 } from "../text/sha256.js";

export interface Document {
  /** Retrieval URI, or the file's name for a profile. */
  readonly uri: string;
  /** The URI of the file's place; it differs from `uri` for a document that was found by its `$id`. */
  readonly fileUri: string;
  /** The name that errors show. */
  readonly file: string;
  readonly text: string;
  readonly root: Json;
  readonly sha256: string;
  /** It was fetched from elsewhere, now or before: it does not reach everything. */
  readonly isRemote?: true;
}

/** A place in the text of a document: the pointer of a value. */
export interface DocumentPosition {
  readonly document: Document;
  readonly pointer: string;
}

export function readDocument(
  uri: string,
  file: string,
  bytes: Uint8Array,
  fileUri = uri,
  isRemote = false,
): Document {
  try {
    const root = deepFreeze(parseJsonBytes(bytes));
    return Object.freeze({
      uri,
      fileUri,
      file,
      text: new TextDecoder().decode(bytes),
      root,
      sha256: sha256(bytes),
      ...(isRemote ? { isRemote } : {}),
    });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw failure(codeOf(error), error.reason, { file, line: error.line, column: error.column });
  }
}

/** Finds the line of a pointer: of its key where it has one and `target` asks for it, else of its value. */
export function locateSource(
  document: Document,
  pointer: string,
  target: "key" | "value" = "value",
): SourceLocation {
  const found = locateJson(document.text, pointer, target);
  return {
    file: document.file,
    pointer,
    ...(found === undefined ? {} : { line: found.line, column: found.column }),
  };
}

function codeOf(error: JsonSyntaxError): DiagnosticCode {
  if (error.code === "JSON_DUPLICATE_KEY") return "JSON_DUPLICATE_KEY";
  return error.code === "JSON_INVALID_UTF8" || error.code === "JSON_BYTE_ORDER_MARK"
    ? "JSON_ENCODING"
    : "JSON_SYNTAX";
}

function deepFreeze(value: Json): Json {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member as Json);
  }
  return value;
}
