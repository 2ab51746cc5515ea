/** Prints one code. Lines are wrapped at a hundred columns, except for those of examples. */

import type { Entry } from "../../../explain/catalog.js";
import { GENERATE } from "../../../explain/commands.js";
import { exampleText, placeText } from "../../../explain/example-text.js";
import type { Example } from "../../../findings/explanation.js";
import { wrap } from "../../../text/wrap.js";
import { section } from "../../table.js";

const LINE_WIDTH = 98;

export function entryText(entry: Entry): string {
  const { code, level, exit, summary, text, source, hint } = entry;
  return [
    ...wrap(`${code}: ${summary}`, LINE_WIDTH),
    "",
    ...wrap(text, LINE_WIDTH),
    "",
    level === "warning" ? "A warning; the run goes on." : `An error; the run ends with ${exit}.`,
    ...(source === undefined ? [] : [`Source: ${source}`]),
    ...(hint === undefined ? [] : wrap(`What to do: ${hint}`, LINE_WIDTH)),
    ...exampleLines(entry),
  ].join("\n");
}

function exampleLines({ run, wrong, right, untested }: Entry): string[] {
  if (wrong === undefined || right === undefined)
    return untested === undefined ? [] : ["", `There is no example. ${untested}`];
  return [
    ...section(`Wrong${placeOf(wrong)}:`, linesOf(wrong)),
    ...section(`Right${placeOf(right)}:`, linesOf(right)),
    ...("command" in wrong || run === GENERATE ? [] : section("Said by:", [`$ ${run}`])),
  ];
}

function placeOf(example: Example): string {
  const place = placeText(example);
  return place === "" ? "" : `, ${place}`;
}

function linesOf(example: Example): string[] {
  const text = exampleText(example).trimEnd();
  return ("command" in example ? text.replaceAll(" && ", " &&\n") : text)
    .split("\n")
    .map((line, index) => ("command" in example ? `${index === 0 ? "$" : " "} ${line}` : line));
}
