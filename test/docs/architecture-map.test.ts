/** The ways through the runtime in ARCHITECTURE.md name files that there are, and names that are in them. */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readPage } from "../support/documentation.js";
import { repository } from "../support/published.js";

const runtime = path.join(repository, "src/runtime");

describe("the ways through the runtime", () => {
  const page = readPage("ARCHITECTURE.md");
  const ways = page.slice(page.indexOf("**A request,"), page.indexOf("## Where to add things"));

  it("name the files and functions that they have", () => {
    expect(itemsOf(ways).length).toBeGreaterThan(20);
    expect(untrueNames(ways)).toEqual([]);
  });

  it("are found to be untrue", () => {
    const text =
      "1. `server/create-server.ts` has `createServer`\n2. `payloads.ts`, `none.ts`\n3. `answer-call.ts` has `noStep`\n";
    expect(untrueNames(text)).toEqual(["server/none.ts", "noStep"]);
  });
});

/** The items of lists, and the paragraphs between them. */
function itemsOf(text: string): string[] {
  return text.split(/\n(?=\d+\. )|\n\n/).filter((item) => item.includes("`"));
}

/** The files that are not there, and the names that none of their item's files contains. */
function untrueNames(text: string): string[] {
  let folder = "";
  return itemsOf(text).flatMap((item) => {
    const names = [...item.matchAll(/`([\w./-]+)`/g)].map(([, name = ""]) => name);
    const files = names
      .filter((name) => name.endsWith(".ts"))
      .map((name) => {
        if (name.includes("/")) folder = path.posix.dirname(name);
        return path.posix.join(folder, path.posix.basename(name));
      });
    const known = files.filter((file) => existsSync(path.join(runtime, file)));
    const sources = known.map((file) => readFileSync(path.join(runtime, file), "utf8")).join("\n");
    const functions = names.filter((name) => /^\w+$/.test(name));
    return [
      ...files.filter((file) => !known.includes(file)),
      ...functions.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources)),
    ];
  });
}
