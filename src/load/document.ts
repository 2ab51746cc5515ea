/**
 * JSON documents, read strictly (see `@proto-gen/runtime/json`) and frozen. A document keeps its text, so that an error
 * can name file, line and column.
 */

import { JsonSyntaxError, parseJsonBytes, type Json } from "@proto-gen/runtime/json";
import { locateJson } from "@proto-gen/runtime/codegen/generator";
import { failure, type DiagnosticCode, type SourceLocation } from "../errors.js";
import { jsonSyntaxHint } from "../text/json-syntax-hint.js";
import { textSha256 } from "../text/sha256.js";
import type { SchemaRoot } from "./roots.js";

export interface Document {
  /** Retrieval URI, or the file's name for a profile. */
  readonly uri: string;
  /** The URI of the file's place; it differs from `uri` for a document that was found by its `$id`. */
  readonly fileUri: string;
  /** The name that errors show. */
  readonly file: string;
  readonly text: string;
  readonly root: Json;
  /** The hash of the text with LF for CRLF. */
  readonly sha256: string;
  /** The directory of schemas that it was found in: what it may call itself depends on that. */
  readonly foundIn?: SchemaRoot | undefined;
  /** Set for the schema that the command line names by its file: it is meant, whoever else has its `$id`. */
  readonly isNamed?: true;
  /** For the profile of an earlier release: the profile that names it. */
  readonly namedBy?: Document;
  /** Set if it was fetched, now or before: `reference-policy.ts` restricts where it may lead. */
  readonly isRemote?: true;
  /** Set where entries were left out of `root`: where in the text the value at a pointer of `root` stands. */
  readonly originalPointer?: ((pointer: string) => string) | undefined;
}

/** The parts of a document from which a line is found. */
export type SourceText = Pick<Document, "file" | "text" | "originalPointer">;

/** A place in the text of a document: the pointer of a value. */
export interface DocumentPosition {
  readonly document: Document;
  readonly pointer: string;
}

/**
 * @param uri the retrieval URI; the file's place is taken to be the same
 * @param file the name that errors show
 * @throws ProtoGenError JSON_SYNTAX, JSON_DUPLICATE_KEY or JSON_ENCODING
 */
export function readDocument(uri: string, file: string, bytes: Uint8Array): Document {
  try {
    const root = deepFreeze(parseJsonBytes(bytes));
    return Object.freeze({
      uri,
      fileUri: uri,
      file,
      text: new TextDecoder().decode(bytes),
      root,
      sha256: textSha256(bytes),
    });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const code = codeOf(error);
    throw failure(code, error.reason, {
      place: { file, line: error.line, column: error.column },
      hint: code === "JSON_SYNTAX" ? syntaxHint(error, bytes) : undefined,
    });
  }
}

/** Searches the text for the line and column of a pointer's value, or of its key. The pointer is one of the document's root. */
export function locateSource(
  document: SourceText,
  given: string,
  target: "key" | "value" = "value",
): SourceLocation {
  const pointer = document.originalPointer?.(given) ?? given;
  const found = locateJson(document.text, pointer, target);
  return {
    file: document.file,
    pointer,
    ...(found === undefined ? {} : { line: found.line, column: found.column }),
  };
}

function syntaxHint({ offset }: JsonSyntaxError, bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder();
  return jsonSyntaxHint(
    decoder.decode(bytes.subarray(0, offset)),
    decoder.decode(bytes.subarray(offset, offset + 20)),
  );
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
