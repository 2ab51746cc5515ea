/** Strict JSON (RFC 8259 with the restrictions of RFC 7493), and the places of its members in a text. */
export type { Json, JsonObject } from "./json.js";
export { equalJson } from "./equal-json.js";
export { findUnwritable, type Unwritable } from "./find-unwritable.js";
export { escapePointerToken, joinPointer, parsePointer } from "./json-pointer.js";
export { type JsonErrorCode, JsonSyntaxError } from "./json-syntax-error.js";
export { locateJson } from "./locate-json.js";
export { locateJsonAll } from "./locate-json-all.js";
export { parseJsonBytes } from "./parse-json-bytes.js";
export { parseJson, type ParseJsonOptions } from "./parse-json.js";
export type { Place } from "./place.js";
