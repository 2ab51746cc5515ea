/**
 * The sections of a Markdown document: each heading, and what stands below it down to the next heading of its
 * level or a higher one.
 */

import type { Heading } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

export interface MarkdownSection {
  /** Its source, without the marks of its level. */
  readonly heading: string;
  /** From 1. */
  readonly line: number;
  /** The source below the heading. */
  readonly text: string;
}

export function markdownSections(source: string): MarkdownSection[] {
  const headings = fromMarkdown(source).children.filter((node) => node.type === "heading");
  return headings.map((heading, index) => {
    const next = headings.slice(index + 1).find(({ depth }) => depth <= heading.depth);
    return {
      heading: headingSource(source, heading),
      line: heading.position?.start.line ?? 1,
      text: source.slice(heading.position?.end.offset, next?.position?.start.offset),
    };
  });
}

function headingSource(source: string, { children }: Heading): string {
  const [first, last] = [children.at(0)?.position, children.at(-1)?.position];
  return first === undefined ? "" : source.slice(first.start.offset, last?.end.offset);
}
