/** The README and the pages of the guide as tests read them: their code, their links and their headings. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { compileProblems, HAND_WRITTEN } from "./compile.js";
import { outDirectory, repository } from "./published.js";

export const RUNTIME_README = "src/runtime/README.md";

/** The module `shop.ts` that the business of the runtime's README imports. */
export const RUNTIME_SHOP = `
import type { ServeNodeOptions } from "@proto-gen/runtime/node";
import type { createCheckouts, createOrders } from "./generated/commerce.js";
import type { CheckoutCreateRequest } from "./generated/index.js";
import type { Handlers } from "./generated/server.js";
type Checkouts = ReturnType<typeof createCheckouts>;
type Orders = ReturnType<typeof createOrders>;
type Evaluate = Parameters<typeof createCheckouts>[0]["evaluate"];
export declare const profile: object;
export declare const tls: NonNullable<ServeNodeOptions["tls"]>;
export declare const others: Omit<Handlers, keyof (Checkouts["handlers"] & Orders["handlers"])>;
export declare function priced(lines: CheckoutCreateRequest["line_items"]): ReturnType<Evaluate>;
export declare function charge(totals: object, payment: unknown, key: string): Promise<void>;
export declare function refund(key: string): Promise<void>;
`;

export const GUIDE: readonly string[] = pagesBelow("docs/guide");

/** Every page whose links are tested. */
export const DOCUMENTATION: readonly string[] = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "test/README.md", RUNTIME_README],
  ...pagesBelow("docs"),
];

function pagesBelow(directory: string): string[] {
  return readdirSync(path.join(repository, directory), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.posix.join(directory, name.split(path.sep).join("/")))
    .sort();
}

export function readPage(page: string): string {
  return readFileSync(path.join(repository, page), "utf8");
}

export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

export function codeBlocks(text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
}

/** The only code block of a page that contains `mark`. */
export function codeBlock(page: string, language: string, mark: string): string {
  const blocks = codeBlocks(readPage(page)).filter(
    (block) => block.language === language && block.code.includes(mark),
  );
  expect(blocks, `${language} blocks of ${page} with ${mark}`).toHaveLength(1);
  return blocks[0]?.code ?? "";
}

/** The files of a page that names each before its code, as in `` `profile.json`: ``. */
export function filesOf(page: string): ReadonlyMap<string, string> {
  const files = readPage(page).matchAll(/`([\w./-]+)`:\n\n```\w+\n(.*?)^```$/gms);
  return new Map([...files].map(([, name = "", content = ""]) => [name, content]));
}

/**
 * A command of a page with the text that the page shows of its output.
 * @param command how it begins; empty for `npx proto-gen` alone
 */
export function shownOutput(page: string, command: string): { args: string[]; output: string } {
  const words = command === "" ? "" : ` ${command}[^\\n]*`;
  const shown = new RegExp(`^npx proto-gen(${words})\n\`{3}\n\n\`{3}text\n(.*?)^\`{3}$`, "ms");
  const [, line, output = ""] = shown.exec(readPage(page)) ?? [];
  expect(line, `${command} and its output in ${page}`).toBeDefined();
  return { args: (line ?? "").split(" ").slice(1), output };
}

/** In `excerpts`, a line of three dots stands for lines that are left out; the others are whole and in order. */
export function expectExcerpts(output: string, excerpts: string): void {
  let from = 0;
  for (const part of excerpts.split(/^\.\.\.\n/m).filter((each) => each !== "")) {
    const at = `\n${output}`.indexOf(`\n${part}`, from);
    expect(at, part).toBeGreaterThanOrEqual(from);
    from = at + part.length;
  }
}

/** A directory for the code of one page. Imports of generated code lead to the committed one. */
export interface PageDirectory {
  readonly path: string;
  write(name: string, text: string): string;
  writeCode(name: string, source: string): string;
}

export function pageDirectory(name: string): PageDirectory {
  const directory = path.join(outDirectory, "documentation", name);
  rmSync(directory, { recursive: true, force: true });
  const write = (file: string, text: string): string => {
    const target = path.join(directory, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  };
  const generated = path.relative(directory, path.join(repository, "generated"));
  return {
    path: directory,
    write,
    writeCode: (file, source) => write(file, source.replaceAll('"./generated/', `"${generated}/`)),
  };
}

/** The compiler's problems under the strictest options that hold for code by hand. */
export function strictProblems(files: readonly string[], more: object = {}): readonly string[] {
  return compileProblems({
    files,
    options: { ...HAND_WRITTEN, lib: ["es2023", "dom"], types: ["node"], ...more },
  });
}

export async function inDirectory<Result>(
  directory: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = process.cwd();
  process.chdir(directory);
  return work().finally(() => process.chdir(before));
}
