import { printableText } from "../text/printable-text.js";
import type { LogEntry } from "./definition.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const console: { error(text: string): void };

/** The log of a server in development that was given none: what went wrong, for whoever is writing its handlers. */
export function logToConsole({ level, operation, status, cause }: LogEntry): void {
  if (level !== "error") return;
  const text = (cause instanceof Error ? cause.stack : undefined) ?? String(cause ?? "");
  // A message may have what a caller sent, which a terminal would obey.
  const lines = text.split("\n").map((each) => printableText(each));
  console.error(`${operation ?? "request"}: ${status} ${lines.join("\n")}`);
}
