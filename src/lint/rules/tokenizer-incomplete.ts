/**
 * A tokenizer's specification is Markdown with the first heading of the template, or `specification.md` beside an OpenAPI
 * document with `/tokenize` or `/detokenize`.
 */

import path from "node:path";
import type { ReleaseFile } from "../../load/release.js";
import { isObject } from "../../json-schema/keywords.js";
import { markdownSections, type MarkdownSection } from "../../text/markdown-sections.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const tokenizerIncomplete: OwnLintRule = {
  id: "tokenizer-incomplete",
  severity: "error",
  summary: "The specification of a tokenization handler is incomplete (§4.6).",
  hint: "the template of a specification is templates/tokenizer/specification.md of this package",
  explanation: {
    text: "Anyone who sends a card to a tokenizer has to know who runs it, where it is, who may call it, which credentials it accepts and how long its tokens live. A specification is Markdown whose first heading begins with Specification of the tokenization handler, or a specification.md next to the OpenAPI document of a tokenizer. Each item needs a heading with text below it.",
    source: "§4.6",
    wrong: { file: "specification.md", text: "## Token lifecycle policy\n" },
    right: {
      file: "specification.md",
      text: "## Token lifecycle policy\n\nSingle use: a token is invalid once its credential was given out.\n",
    },
  },
  check(context) {
    const folders = tokenizerFolders(context);
    return context.specifications.flatMap((file) => {
      const sections = markdownSections(new TextDecoder().decode(file.bytes));
      if (!isSpecification(file, sections, folders)) return [];
      const name = `${context.label}/${file.path}`;
      return REQUIRED_ITEMS.flatMap((item) => checkItem(item, sections, name));
    });
  },
};

interface RequiredItem {
  readonly name: string;
  /** Matches its heading. */
  readonly heading: RegExp;
  /** Matches the text below it. */
  readonly content: RegExp;
  /** The mistake where the text does not match. */
  readonly problem: string;
}

const ANYTHING = /\S/;
const HTTPS = /\bhttps:\/\/[^\s`)]/;

const REQUIRED_ITEMS: readonly RequiredItem[] = [
  {
    name: "the handler's name",
    heading: /\bhandler name\b/i,
    content: /(?:^|[\s`])[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*){2,}/m,
    problem: "does not name a handler in reverse-DNS form",
  },
  {
    name: "the production base URL",
    heading: /\bproduction\b/i,
    content: HTTPS,
    problem: "has no https URL",
  },
  {
    name: "the sandbox base URL",
    heading: /\bsandbox\b/i,
    content: HTTPS,
    problem: "has no https URL",
  },
  itemWithText("authentication requirements", /\bauthentication\b/i),
  itemWithText("the onboarding process", /\bonboarding\b/i),
  itemWithText("accepted credential types", /\bcredential types?\b/i),
  itemWithText("the token lifecycle policy", /\btoken lifecycle\b/i),
  itemWithText("security acknowledgements", /\bsecurity acknowledge?ments?\b/i),
];

function itemWithText(name: string, heading: RegExp): RequiredItem {
  return { name, heading, content: ANYTHING, problem: "is empty" };
}

function isSpecification(
  { path: name }: ReleaseFile,
  [title]: readonly MarkdownSection[],
  folders: ReadonlySet<string>,
): boolean {
  if (/^specification of the tokenization handler\b/i.test(title?.heading ?? "")) return true;
  return path.posix.basename(name) === "specification.md" && folders.has(path.posix.dirname(name));
}

function tokenizerFolders({ loaded: { release } }: LintContext): ReadonlySet<string> {
  const found = release.documents.filter(({ root }) => {
    const paths = isObject(root) ? root["paths"] : undefined;
    return (
      isObject(paths) && ["/tokenize", "/detokenize"].some((each) => Object.hasOwn(paths, each))
    );
  });
  return new Set(found.map((document) => path.posix.dirname(document.path)));
}

function checkItem(
  item: RequiredItem,
  sections: readonly MarkdownSection[],
  file: string,
): Observation[] {
  // The title mentions all items.
  const section = sections.slice(1).find(({ heading }) => item.heading.test(heading));
  const problem = itemProblem(item, section);
  if (problem === undefined) return [];
  const place = { file, line: section?.line ?? 1, column: 1 };
  return [{ message: `${item.name}: ${problem}`, place }];
}

function itemProblem(
  { content, problem }: RequiredItem,
  section: MarkdownSection | undefined,
): string | undefined {
  if (section === undefined) return "the heading is missing";
  const { heading, text } = section;
  if (text.includes("{{")) return `"${heading}" still has a placeholder of the template`;
  return content.test(text) ? undefined : `"${heading}" ${problem}`;
}
