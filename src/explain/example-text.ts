/** An example as it is printed. In: an example. Out: its text, and the place it is of in words. */

import { jsonText } from "../text/json-text.js";
import type { Example } from "./explanation.js";

/** Ends in a newline. */
export function exampleText(example: Example): string {
  if ("command" in example) return `${example.command}\n`;
  return "json" in example ? jsonText(example.json) : example.text;
}

/** `in profile.json at /proto/version`; nothing for a command. */
export function placeText(example: Example): string {
  if ("command" in example) return "";
  const at = "json" in example ? example.at : "";
  return at === "" ? `in ${example.file}` : `in ${example.file} at ${at}`;
}
