/** Prints one code. Lines are wrapped at a hundred columns, except for those of examples. */

import type { Entry } from "../../../explain/catalog.js";
import { GENERATE } from "../../../explain/commands.js";
import { exampleText, placeText } from "../../../explain/example-text.js";
import type { Example } from "../../../findings/explanation.js";
import { EMPTY_LINE, indented, line, ownLine, type Line } from "../../../text/line.js";
import { wrap } from "../../../text/wrap.js";
import { section } from "../../table.js";

const LINE_WIDTH = 98;

export function entryText(entry: Entry): Line[] {
  const { code, level, exit, summary, text, source, hint } = entry;
  return [
    ...prose(`${code}: ${summary}`),
    EMPTY_LINE,
    ...prose(text),
    EMPTY_LINE,
    level === "warning"
      ? line`A warning; the run goes on.`
      : line`An error; the run ends with ${exit}.`,
    ...(source === undefined ? [] : [line`Source: ${source}`]),
    ...(hint === undefined ? [] : prose(`What to do: ${hint}`)),
    ...exampleLines(entry),
  ];
}

function exampleLines({ run, wrong, right, untested }: Entry): Line[] {
  if (wrong === undefined || right === undefined)
    return untested === undefined ? [] : [EMPTY_LINE, line`There is no example. ${untested}`];
  return [
    ...section(line`Wrong${placeOf(wrong)}:`, linesOf(wrong)),
    ...section(line`Right${placeOf(right)}:`, linesOf(right)),
    ...("command" in wrong || run === GENERATE
      ? []
      : section(line`Said by:`, [indented(line`$ ${run}`)])),
  ];
}

/** Of the package alone: no document has a part in it. */
function prose(text: string): Line[] {
  return wrap(text, LINE_WIDTH).map(ownLine);
}

function placeOf(example: Example): string {
  const place = placeText(example);
  return place === "" ? "" : `, ${place}`;
}

function linesOf(example: Example): Line[] {
  const text = exampleText(example).trimEnd();
  return ("command" in example ? text.replaceAll(" && ", " &&\n") : text)
    .split("\n")
    .map((each, index) => ("command" in example ? `${index === 0 ? "$" : " "} ${each}` : each))
    .map((each) => indented(ownLine(each)));
}
