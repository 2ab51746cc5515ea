/**
 * Markdown by its headings. In: a text. Out: for each heading its text, its line, and what stands below it down to
 * the next heading of its level or a higher one. Only `#` headings count, and none inside fenced code.
 */

export interface MarkdownSection {
  readonly heading: string;
  /** From 1. */
  readonly line: number;
  /** Without the heading. */
  readonly text: string;
}

interface Heading {
  readonly level: number;
  readonly heading: string;
  /** From 0. */
  readonly index: number;
}

export function markdownSections(text: string): MarkdownSection[] {
  const lines = text.split(/\r?\n/);
  const headings = headingsIn(lines);
  return headings.map(({ level, heading, index }, order) => {
    const next = headings.slice(order + 1).find((each) => each.level <= level);
    return { heading, line: index + 1, text: lines.slice(index + 1, next?.index).join("\n") };
  });
}

function headingsIn(lines: readonly string[]): Heading[] {
  const found: Heading[] = [];
  let fence: string | undefined;
  lines.forEach((line, index) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) === true) fence = undefined;
    if (fence !== undefined || mark !== undefined) return;
    const [, hashes, heading] = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line) ?? [];
    if (hashes === undefined || heading === undefined) return;
    found.push({ level: hashes.length, heading: heading.trim(), index });
  });
  return found;
}
