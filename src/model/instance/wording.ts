/** Writes the texts of examples, in words that fit the names of members and types. */

import type { Node } from "../node.js";

/** The name of a value where no member names it: `line_item` for the title "Line item". */
export function nounOf(node: Node): string {
  const title = titleOf(node);
  const words = wordsOf(title ?? "").map((word) => word.toLowerCase());
  return (words.length > 2 ? words.slice(0, 1) : words).join("_") || "value";
}

function titleOf({ annotations, references }: Node): string | undefined {
  return annotations.title ?? references[0]?.node.annotations.title;
}

/** The name of an item of the array that `name` holds: `line_items` has a `line_item`. */
export function singular(name: string): string {
  if (/[^aeiou]ies$/.test(name)) return `${name.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(name)) return name.slice(0, -2);
  return /[^s]s$/.test(name) && !/(?:us|is)$/.test(name) ? name.slice(0, -1) : name;
}

/** `line_item_1` for the `id` of a line item, `Display text` for a `display_text`. */
export function textFor(name: string, owner: string, number: number): string {
  const subject = /^id$/i.test(name) ? owner || "id" : identified(name);
  if (subject !== undefined) return `${subject}_${number}`;
  const text = wordsOf(name).join(" ").toLowerCase();
  const phrase = text.charAt(0).toUpperCase() + text.slice(1) || "Text";
  return number === 1 ? phrase : `${phrase} ${number}`;
}

/**
 * The thing that a member such as `line_item_id` or `lineItemId` identifies; undefined for other members. A member for
 * a selected thing, `selected_option_id`, has the same identifier as the thing.
 */
function identified(name: string): string | undefined {
  const subject = /^(.+?)(?:_id|-id|Id|ID)$/.exec(name)?.[1];
  return subject?.replace(/^(?:selected|chosen|default|current|preferred)_(?=.)/, "");
}

/** The name in the form that addresses have: `continue` for a `continue_url`. */
export function slugFor(name: string): string {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  const telling = words.filter((word) => !["url", "uri", "iri", "link"].includes(word));
  return telling.join("-");
}

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}
