/**
 * Markdown as GitHub and others show it. Text of documents is foreign: as it stands it would be links, images and HTML, and
 * name people, teams, issues and commits, which no escape prevents: sites look for those in the text that is shown. Only
 * code has none of them. So words of plain letters stay, and all other foreign text is code. A wall keeps reports from
 * making nodes of their own (ADR 76).
 */

import type {
  BlockContent,
  Html,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableCell,
} from "mdast";
import { gfmTableToMarkdown } from "mdast-util-gfm-table";
import { toMarkdown, type Options } from "mdast-util-to-markdown";
import { printable, type Fixed, type Printable } from "./line.js";

export type { PhrasingContent, RootContent } from "mdast";

/** GitHub strikes text through and sets formulas, of which CommonMark knows nothing. */
const GITHUB: Options = {
  unsafe: [
    { character: "~", inConstruct: "phrasing" },
    { character: "$", inConstruct: "phrasing" },
  ],
};

/** A library prints it, since it knows what to escape where. */
export function markdownOutput(children: readonly RootContent[]): Printable {
  const root: Root = { type: "root", children: [...children] };
  return toMarkdown(root, {
    extensions: [gfmTableToMarkdown(), GITHUB],
    bullet: "-",
  }) as Printable;
}

/** Words, numbers and dates, with the punctuation of a sentence around them. */
const PLAIN_WORD =
  /^[("']?(?:[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\d{1,6}(?:\.\d{1,6})?|\d{4}-\d\d-\d\d)[)"']?[.,;:!?]?$/u;
/** So many hexadecimal digits may be a commit, whatever they spell. */
const COMMIT = /^\W*[0-9a-f]{7,40}\W*$/i;

/** Foreign text, alone or among the program's words. */
export function prose(text: string): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (const [index, word] of printable(text).split(" ").entries()) {
    if (index > 0) append(nodes, "text", " ");
    append(nodes, isPlain(word) ? "text" : "inlineCode", word);
  }
  return nodes;
}

function isPlain(word: string): boolean {
  return word === "" || (PLAIN_WORD.test(word) && !COMMIT.test(word));
}

/** What stands in code next to each other, with a space between, is one code. */
function append(nodes: PhrasingContent[], type: "text" | "inlineCode", value: string): void {
  const [before, last] = nodes.slice(-2);
  if (last?.type === type) last.value += value;
  else if (
    type === "inlineCode" &&
    last?.type === "text" &&
    last.value === " " &&
    before?.type === "inlineCode"
  ) {
    before.value += ` ${value}`;
    nodes.pop();
  } else if (value !== "") nodes.push({ type, value });
}

/** A foreign name, or a list of such. */
export function codes(...names: readonly string[]): PhrasingContent[] {
  return names.flatMap((name, index): PhrasingContent[] => [
    ...(index === 0 ? [] : [{ type: "text", value: ", " } as const]),
    // Code cannot be empty.
    { type: "inlineCode", value: name === "" ? '""' : printable(name) },
  ]);
}

/** Text of the program. */
export function words<Text extends string>(text: Fixed<Text> & Text): PhrasingContent {
  return { type: "text", value: text };
}

export function number(value: number): PhrasingContent {
  return { type: "text", value: String(value) };
}

export function strong<Text extends string>(text: Fixed<Text> & Text): PhrasingContent {
  return { type: "strong", children: [{ type: "text", value: text }] };
}

export function heading(depth: 1 | 2 | 3, children: readonly PhrasingContent[]): RootContent {
  return { type: "heading", depth, children: [...children] };
}

export function paragraph(children: readonly PhrasingContent[]): BlockContent {
  return { type: "paragraph", children: [...children] };
}

export function list(items: readonly (readonly PhrasingContent[])[]): BlockContent {
  return {
    type: "list",
    ordered: false,
    spread: false,
    children: items.map((children) => ({
      type: "listItem",
      spread: false,
      children: [paragraph(children)],
    })),
  };
}

/** The first column is aligned left, the others right. */
export function table(rows: readonly (readonly PhrasingContent[])[]): Table {
  const cell = (content: PhrasingContent): TableCell => ({
    type: "tableCell",
    children: [content],
  });
  return {
    type: "table",
    align: ["left", ...(rows[0] ?? []).slice(1).map(() => "right" as const)],
    children: rows.map((row) => ({ type: "tableRow", children: row.map(cell) })),
  };
}

/** Content that is folded behind a count. The empty lines make the text between the tags Markdown again. */
export function folded<Noun extends string>(
  count: number,
  noun: Fixed<Noun> & Noun,
  content: BlockContent,
): RootContent[] {
  const html = (value: string): Html => ({ type: "html", value });
  return [html(`<details>\n<summary>${count} ${noun}</summary>`), content, html("</details>")];
}
