/** The paths of messages (§2.3): JSONPath (RFC 9535) as far as it names one member. */

export type Segment = string | number;

const SEGMENT = /\.([A-Za-z_]\w*)|\[(\d{1,3})\]|\['([^'\\]+)'\]|\["([^"\\]+)"\]/y;
const MAX_LENGTH = 200;

/** Undefined for what names no one member: a filter, a wildcard, or no path at all. */
export function segmentsOf(path: string | undefined): readonly Segment[] | undefined {
  if (path === undefined || !path.startsWith("$") || path.length > MAX_LENGTH) return undefined;
  const segments: Segment[] = [];
  SEGMENT.lastIndex = 1;
  while (SEGMENT.lastIndex < path.length) {
    const match = SEGMENT.exec(path);
    if (match === null) return undefined;
    const [, name, index, single, double] = match;
    segments.push(index === undefined ? (name ?? single ?? double ?? "") : Number(index));
  }
  return segments;
}

/** One spelling of each path. */
export function pathOf(segments: readonly Segment[]): string {
  return segments.reduce<string>(
    (path, each) => path + (typeof each === "number" ? `[${each}]` : `.${each}`),
    "$",
  );
}
