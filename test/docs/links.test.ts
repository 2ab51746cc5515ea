/** Every link of the documentation leads to a file of the repository, and to a heading of it. */

import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DOCUMENTATION, readPage } from "../support/documentation.js";
import { repository } from "../support/published.js";

describe("links", () => {
  it.each(DOCUMENTATION)("%s has none that lead nowhere", (page) => {
    expect(brokenLinks(page, readPage(page))).toEqual([]);
  });

  it("are found to be broken", () => {
    const text = "[a](nowhere.md) [b](README.md#nothing) [c](#b)\n\n## B\n\n[d]: src/none.ts\n";
    expect(brokenLinks("page.md", text)).toEqual([
      "nowhere.md",
      "README.md#nothing",
      "src/none.ts",
    ]);
  });
});

function brokenLinks(page: string, text: string): string[] {
  const prose = withoutCode(text);
  const inline = [...prose.matchAll(/\]\(([^()\s]+)\)/g)];
  const definitions = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...definitions]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(page, text, target));
}

function leadsSomewhere(page: string, text: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const linked = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
  if (file !== "" && !existsSync(path.join(repository, linked))) return false;
  return anchor === undefined || anchors(file === "" ? text : readPage(linked)).has(anchor);
}

/** As GitHub makes them: lower case, punctuation left out, hyphens for spaces, a number for a repetition. */
function anchors(text: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const headings = [...withoutCode(text, /^```.*?^```$/gms).matchAll(/^#+ (.*)$/gm)];
  return new Set(
    headings.map(([, heading = ""]) => {
      const name = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-");
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return count === 0 ? name : `${name}-${count}`;
    }),
  );
}

function withoutCode(text: string, code = /^```.*?^```$|`[^`\n]*`/gms): string {
  return text.replaceAll(code, "");
}
