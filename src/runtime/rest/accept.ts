/** How much a caller wants a media type, by its Accept (RFC 9110 §12.5.1), or a coding, by its Accept-Encoding (§12.5.3). */

interface Range {
  /** `text/event-stream`, `text/*`, `gzip` or a range for everything, in lower case. */
  readonly type: string;
  readonly quality: number;
}

export interface Preference {
  /** From 0, not accepted, to 1. */
  readonly quality: number;
  /** True where the type itself is listed, not a range that has it. */
  readonly isNamed: boolean;
}

const EVERYTHING = "*/*";
/** Values of parameters that are compared with nothing, and may have commas; one without an end goes to the end. */
const QUOTED = /"(?:[^"\\]|\\.)*"?/g;
/** RFC 9110 §12.4.2. */
const WEIGHT = /^[\t ]*q[\t ]*=[\t ]*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[\t ]*$/i;

/**
 * The most specific range that has the type decides. Its parameters are not compared: an answer has none.
 *
 * @param accept the value of the field, where there is one: without it, and where it is empty, everything is accepted
 * @param mediaType in lower case, without parameters
 */
export function preferenceFor(accept: string | null, mediaType: string): Preference {
  const ranges = rangesIn(accept ?? "");
  if (ranges.length === 0) return { quality: 1, isNamed: false };
  const group = `${mediaType.slice(0, mediaType.indexOf("/"))}/*`;
  for (const wanted of [mediaType, group, EVERYTHING]) {
    const found = ranges.filter(({ type }) => type === wanted).map(({ quality }) => quality);
    if (found.length > 0) return { quality: Math.max(...found), isNamed: wanted === mediaType };
  }
  return { quality: 0, isNamed: false };
}

/** From 0, not accepted, to 1; what is not named has the weight of all others. */
export function codingQuality(acceptEncoding: string | null, coding: string): number {
  const ranges = rangesIn(acceptEncoding ?? "");
  const found =
    ranges.find(({ type }) => type === coding) ?? ranges.find(({ type }) => type === "*");
  return found?.quality ?? 0;
}

/** The elements of a field with weights. Those that are empty count for nothing (RFC 9110 §5.6.1). */
function rangesIn(field: string): readonly Range[] {
  return field
    .replace(QUOTED, "")
    .split(",")
    .flatMap((each) => {
      const [type = "", ...parameters] = each.split(";");
      const name = type.trim().toLowerCase();
      return name === "" ? [] : [{ type: name, quality: qualityIn(parameters) }];
    });
}

/** 1 without a weight; 0 for one that is none, since what is not understood is not accepted. */
function qualityIn(parameters: readonly string[]): number {
  const weight = parameters.find((each) => /^[\t ]*q[\t ]*=/i.test(each));
  return weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0);
}
