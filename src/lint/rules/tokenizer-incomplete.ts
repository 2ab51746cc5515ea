/**
 * Specifications of tokenizers that leave out what they have to publish (§4.6). In: the Markdown of the release. Out:
 * a finding for each item that has no heading, says nothing, or still says what the template does.
 *
 * A specification is Markdown whose first heading says so, as the template's does, or that is called
 * `specification.md` and stands beside an OpenAPI document with `/tokenize` or `/detokenize`.
 */

import path from "node:path";
import type { ReleaseFile } from "../../load/release.js";
import { isObject } from "../../json-schema/keywords.js";
import { markdownSections, type MarkdownSection } from "../../text/markdown-sections.js";
import type { LintContext } from "../context.js";
import { lintRule, type Observation } from "../rule.js";

interface Item {
  readonly name: string;
  /** Of its heading. */
  readonly heading: RegExp;
  /** What stands below it, at least. */
  readonly says: RegExp;
  readonly missing: string;
}

const ANYTHING = /\S/;
const HTTPS = /\bhttps:\/\/[^\s`)]/;

const ITEMS: readonly Item[] = [
  {
    name: "the handler's name",
    heading: /\bhandler name\b/i,
    says: /(?:^|[\s`])[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*){2,}/m,
    missing: "names no handler in reverse-DNS form",
  },
  {
    name: "the production base URL",
    heading: /\bproduction\b/i,
    says: HTTPS,
    missing: "has no https URL",
  },
  {
    name: "the sandbox base URL",
    heading: /\bsandbox\b/i,
    says: HTTPS,
    missing: "has no https URL",
  },
  said("authentication requirements", /\bauthentication\b/i),
  said("the onboarding process", /\bonboarding\b/i),
  said("accepted credential types", /\bcredential types?\b/i),
  said("the token lifecycle policy", /\btoken lifecycle\b/i),
  said("security acknowledgements", /\bsecurity acknowledge?ments?\b/i),
];

function said(name: string, heading: RegExp): Item {
  return { name, heading, says: ANYTHING, missing: "says nothing" };
}

export const tokenizerIncomplete = lintRule("tokenizer-incomplete", (context) => {
  const folders = tokenizerFolders(context);
  return context.specifications.flatMap((file) => {
    const sections = markdownSections(new TextDecoder().decode(file.bytes));
    if (!isSpecification(file, sections, folders)) return [];
    const name = `${context.label}/${file.path}`;
    return ITEMS.flatMap((item) => problemOf(item, sections, name));
  });
});

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

function problemOf(
  { name, heading, says, missing }: Item,
  sections: readonly MarkdownSection[],
  file: string,
): Observation[] {
  // The title speaks of all of them.
  const section = sections.slice(1).find((each) => heading.test(each.heading));
  const place = { file, line: section?.line ?? 1, column: 1 };
  const what =
    section === undefined
      ? `${name}: there is no heading for it`
      : section.text.includes("{{")
        ? `${name}: "${section.heading}" still has a placeholder of the template`
        : says.test(section.text)
          ? undefined
          : `${name}: "${section.heading}" ${missing}`;
  return what === undefined ? [] : [{ message: what, place }];
}
