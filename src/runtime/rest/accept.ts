/**
 * Evaluates a caller's preference for a media type in Accept (RFC 9110 §12.5.1), or for a coding in Accept-Encoding
 * (§12.5.3).
 */

interface Range {
  /** `text/event-stream`, `text/*`, `gzip` or a wildcard, in lower case. */
  readonly type: string;
  readonly quality: number;
}

export interface Preference {
  /** From 0 (not accepted) to 1. */
  readonly quality: number;
  /** True if the type itself is listed, not only a range that includes it. */
  readonly isNamed: boolean;
}

const EVERYTHING = "*/*";
/** Quoted parameter values, which may contain commas but are not compared. An unterminated one extends to the end. */
const QUOTED = /"(?:[^"\\]|\\.)*"?/g;
/** RFC 9110 §12.4.2. */
const WEIGHT = /^[\t ]*q[\t ]*=[\t ]*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[\t ]*$/i;

/**
 * The most specific matching range decides. Its parameters are not compared, since responses have none.
 * @param accept the field's value; if it is null or empty, everything is accepted
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

/** From 0 (not accepted) to 1. A coding that is not named has the weight of `*`. */
export function codingQuality(acceptEncoding: string | null, coding: string): number {
  const ranges = rangesIn(acceptEncoding ?? "");
  const found =
    ranges.find(({ type }) => type === coding) ?? ranges.find(({ type }) => type === "*");
  return found?.quality ?? 0;
}

/** The elements of a field with weights. Empty elements are ignored (RFC 9110 §5.6.1). */
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

/** 1 without a weight. 0 for an invalid weight: what is not understood is not accepted. */
function qualityIn(parameters: readonly string[]): number {
  const weight = parameters.find((each) => /^[\t ]*q[\t ]*=/i.test(each));
  return weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0);
}
