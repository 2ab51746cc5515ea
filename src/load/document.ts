/**
 * JSON documents, read strictly (see `@proto-gen/runtime/json`) and frozen. A document keeps its text, so that an error
 * can name file, line and column.
 */

import { JsonSyntaxError, parseJsonBytes, type Json } from "@proto-gen/runtime/json";
import { locateJson } from "@proto-gen/runtime/codegen/generator";
import { failure, type DiagnosticCode, type SourceLocation } from "../errors.js";
import { jsonSyntaxHint } from "../text/json-syntax-hint.js";
import { textSha256 } from "../text/sha256.js";
import type { SchemaRoot } from "./schema-root.js";

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
  /** Set where entries were left out of `root`: the pointer of a value of `root` in the document that they were left out of. */
  readonly originalPointer?: ((pointer: string) => string) | undefined;
  /** Set where overlays changed the document that was read (ADR 107). */
  readonly overlaid?: Overlaid | undefined;
}

/** The parts of a document from which a line is found. */
export type SourceText = Pick<Document, "file" | "text" | "originalPointer" | "overlaid">;

/** The overlays that changed a document. */
export interface Overlaid {
  /** In the order in which they were applied. */
  readonly overlays: readonly AppliedOverlay[];
  /** Where a value of the changed document is written: at a pointer in the document's own text, or in that of an overlay. */
  positionOf(pointer: string): OverlaidPosition;
  /** The changed objects and arrays, each with the actions that added members or items to it, or removed some. */
  readonly changes: readonly OverlayChange[];
}

export interface AppliedOverlay {
  /** The name that errors show: the path as it was given. */
  readonly file: string;
  readonly sha256: string;
}

export interface OverlaidPosition {
  /** Undefined for the document's own text. */
  readonly overlay: SourceText | undefined;
  readonly pointer: string;
}

export interface OverlayChange {
  /** The object or array, in the changed document. */
  readonly pointer: string;
  /** An action, by its pointer in its overlay. */
  readonly overlay: SourceText;
  readonly action: string;
}

/** A place in the text of a document: the pointer of a value. */
export interface DocumentPosition {
  readonly document: Document;
  readonly pointer: string;
}

interface ReadBefore {
  readonly bytes: Uint8Array;
  readonly document: Document;
}

/** The last document of each place, in the order in which they were read: nearly all are the same in the next run of a watcher. */
const readBefore = new Map<string, ReadBefore>();
const MAX_KEPT = 1_000;
/** A larger document is read again. */
const MAX_KEPT_BYTES = 64 * 1024;

/**
 * @param uri the retrieval URI; the file's place is taken to be the same
 * @param file the name that errors show
 * @throws ProtoGenError JSON_SYNTAX, JSON_DUPLICATE_KEY or JSON_ENCODING
 */
export function readDocument(uri: string, file: string, bytes: Uint8Array): Document {
  const place = JSON.stringify([uri, file]);
  const known = readBefore.get(place);
  if (known !== undefined && Buffer.compare(known.bytes, bytes) === 0) return known.document;
  const document = parseDocument(uri, file, bytes);
  readBefore.delete(place);
  if (bytes.byteLength <= MAX_KEPT_BYTES) readBefore.set(place, { bytes, document });
  const [oldest] = readBefore.keys();
  if (oldest !== undefined && readBefore.size > MAX_KEPT) readBefore.delete(oldest);
  return document;
}

function parseDocument(uri: string, file: string, bytes: Uint8Array): Document {
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

/**
 * Searches the text for the line and column of a pointer's value, or of its key. The pointer is one of the document's root;
 * what an overlay brought is in the overlay.
 */
export function locateSource(
  document: SourceText,
  given: string,
  target: "key" | "value" = "value",
): SourceLocation {
  const { text: source, pointer } = writtenAt(document, given);
  const found = locateJson(source.text, pointer, target);
  return {
    file: source.file,
    pointer,
    ...(found === undefined ? {} : { line: found.line, column: found.column }),
  };
}

/** The files that a document is written in: its own, and those of its overlays. */
export function filesOf({ file, overlaid }: Document): readonly string[] {
  return [file, ...(overlaid?.overlays.map((each) => each.file) ?? [])];
}

/** The text that a value of a document's root is written in, and its pointer there. */
export function writtenAt(
  document: SourceText,
  given: string,
): { readonly text: SourceText; readonly pointer: string } {
  const read = document.originalPointer?.(given) ?? given;
  const { overlay, pointer } = document.overlaid?.positionOf(read) ?? {
    overlay: undefined,
    pointer: read,
  };
  return { text: overlay ?? document, pointer };
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
