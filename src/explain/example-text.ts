/** Prints examples, for the terminal and for `docs/`. */

import type { Example } from "../findings/explanation.js";
import { jsonText } from "../text/json-text.js";

/** Ends in a newline. */
export function exampleText(example: Example): string {
  if ("command" in example) return `${example.command}\n`;
  return "json" in example ? jsonText(example.json) : example.text;
}

/** `in profile.json at /proto/version`; empty for a command. */
export function placeText(example: Example): string {
  if ("command" in example) return "";
  const at = "json" in example ? example.at : "";
  return at === "" ? `in ${example.file}` : `in ${example.file} at ${at}`;
}
