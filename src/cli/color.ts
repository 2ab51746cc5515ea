/**
 * The colors of messages: severities and codes by how severe they are, and positions in files. Everything else is plain,
 * and so is JSON.
 */

import { styleText } from "node:util";
import { printable, type Line } from "../text/line.js";
import type { Output } from "./host.js";

export type Style = "error" | "warning" | "note" | "place";

export type Paint = (style: Style, text: string) => string;

/** A part of a text, and its style. */
export type Mark = readonly [style: Style, part: string];

const COLORS = { error: "red", warning: "yellow", note: "blue", place: "cyan" } as const;

export function createPaint(
  stream: Output,
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  if (!hasColors(stream, env)) return (_style, text) => text;
  return (style, text) => styleText(COLORS[style], text, { validateStream: false });
}

/** As in Node: FORCE_COLOR decides if it is set, then NO_COLOR (https://no-color.org), and then the terminal. */
function hasColors({ isTTY }: Output, env: Readonly<Record<string, string | undefined>>): boolean {
  const force = env["FORCE_COLOR"] ?? "";
  if (force !== "") return force !== "0" && force !== "false";
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTTY === true && env["TERM"] !== "dumb";
}

/** Paints each mark where it first occurs after the one before. The colors are the only control characters of the line. */
export function paintMarks(text: Line, marks: readonly Mark[], paint: Paint): Line {
  let painted = "";
  let rest: string = text;
  for (const [style, part] of marks) {
    const shown = printable(part);
    const at = rest.indexOf(shown);
    if (at < 0) continue;
    painted += rest.slice(0, at) + paint(style, shown);
    rest = rest.slice(at + shown.length);
  }
  return (painted + rest) as Line;
}
