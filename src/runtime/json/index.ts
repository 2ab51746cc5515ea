/** Strict JSON (RFC 8259 with the restrictions of RFC 7493), and the places of its members in a text. */

export { cutText } from "../text/printable-text.js";
export { equalJson } from "./members.js";
export { joinPointer, parsePointer } from "./json-pointer.js";
export { JsonSyntaxError } from "./json-syntax-error.js";
export { parseJsonBytes, type Json, type JsonObject, parseJson } from "./parse-json.js";
