/** Reads the fields about media types and codings: Content-Type, Content-Encoding, Accept and Accept-Encoding. */

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
/** RFC 9110 §5.6.6. Each part starts with a character that the previous part cannot contain. */
const PARAMETER = new RegExp(
  `[\\t ]*;[\\t ]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?`,
  "y",
);

/** RFC 8259 §11 defines no charset parameter; if one is sent, it must be UTF-8 (§8.1). */
export function isJsonInUtf8(contentType: string, essence = "application/json"): boolean {
  if (contentType.slice(0, essence.length).toLowerCase() !== essence) return false;
  let at = essence.length;
  while (at < contentType.length) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(contentType);
    if (match === null) return false;
    const [parameter, name, token, quoted] = match;
    const isCharset = name?.toLowerCase() === "charset";
    if (isCharset && (token ?? quoted)?.toLowerCase() !== "utf-8") return false;
    at += parameter.length;
  }
  return true;
}

export function isIdentity(contentEncoding: string | null): boolean {
  return contentEncoding === null || contentEncoding.trim().toLowerCase() === "identity";
}

interface Range {
  /** `text/event-stream`, `text/*`, `gzip` or a wildcard, in lower case. */
  readonly type: string;
  readonly quality: number;
}

interface Preference {
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
 * A caller's preference for a media type in Accept (RFC 9110 §12.5.1). The most specific matching range decides. Its
 * parameters are not compared, since responses have none.
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

/**
 * A caller's preference for a coding in Accept-Encoding (§12.5.3), from 0 (not accepted) to 1. A coding that is not
 * named has the weight of `*`.
 */
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
