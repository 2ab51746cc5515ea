/** Texts that have a format: a typical one, the shortest, and ones that grow to a length. */

import { FORMATS } from "../../keywords/formats.js";
import { slugFor } from "./wording.js";

/** @param lengths that the text may have to grow to */
export function* samplesOf(
  format: string,
  name: string,
  lengths: readonly number[],
): Generator<string, void> {
  const sample = FORMATS.get(format)?.sample;
  if (sample === undefined) return;
  const { typical, shortest, grows } = sample;
  yield* typicalOf(format, name);
  yield shortest;
  if (grows === undefined) return;
  for (const length of lengths) yield grown(grows, length);
  for (let number = 1; number <= 64; number++) yield grown(grows, typical.length + number);
}

/** The typical text, with and without what it is about. */
export function typicalOf(format: string, name: string): readonly string[] {
  const { typical, takesName } = FORMATS.get(format)?.sample ?? {};
  if (typical === undefined) return [];
  return takesName === true ? [typical + slugFor(name), typical] : [typical];
}

function grown([before, unit, after]: readonly [string, string, string], length: number): string {
  const room = length - before.length - after.length;
  return before + unit.repeat(Math.max(0, Math.ceil(room / unit.length))) + after;
}
