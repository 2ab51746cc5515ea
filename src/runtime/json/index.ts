/** Strict JSON (RFC 8259 with the restrictions of RFC 7493), and the places of its members in a text. */
export { equalJson } from "./equal-json.js";
export { findUnwritable, type Unwritable } from "./find-unwritable.js";
export { escapePointerToken, joinPointer, parsePointer } from "./json-pointer.js";
export { type JsonErrorCode, JsonSyntaxError, type Place } from "./json-syntax-error.js";
export { locateJson, locateJsonAll } from "./locate-json.js";
export { parseJson, type ParseJsonOptions, type Json, type JsonObject } from "./parse-json.js";
export { parseJsonBytes } from "./parse-json-bytes.js";
