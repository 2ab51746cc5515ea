/**
 * Lines for the shop's log. What callers sent stands in requests and errors: a line break in it would write a line of its own,
 * and what reads logs takes some lines and characters for commands.
 */

import { format } from "node:util";

/** ASCII, so that no character is hidden, or reorders others. The runners of CI find `##[...]` anywhere in a line. */
export function oneLine(text: string): string {
  return text
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u{${unit.charCodeAt(0).toString(16)}}`)
    .replace(/#(?=#)/g, "\\u{23}");
}

/** As `console.error`, each line behind a mark. */
export function logError(...what: readonly unknown[]): void {
  for (const line of format(...what).split("\n")) console.error(oneLine(`| ${line}`));
}
