import { printableText } from "../text/printable-text.js";
import type { LogEntry } from "./definition.js";

// Every platform has this, but the ECMAScript declarations do not.
declare const console: { error(text: string): void };

/** The default log in development: prints errors for whoever writes the handlers. */
export function logToConsole({ level, operation, status, cause }: LogEntry): void {
  if (level !== "error") return;
  const text = (cause instanceof Error ? cause.stack : undefined) ?? String(cause ?? "");
  // A message may contain a caller's text, with control sequences for the terminal.
  const lines = text.split("\n").map((each) => printableText(each));
  console.error(`${operation ?? "request"}: ${status} ${lines.join("\n")}`);
}
