/** The commands of `docs/guide/into-ci.md` and the scripts of `into-an-existing-app.md`, in a repository of their own. */

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  codeBlock,
  codeBlocks,
  filesOf,
  inDirectory,
  pageDirectory,
  readPage,
  type PageDirectory,
} from "../support/documentation.js";
import { runTool } from "../support/release.js";

const PAGE = "docs/guide/into-ci.md";
const GIFT = "schemas/gift.json";

let folder: PageDirectory;

/** The arguments of each `npx proto-gen` of a text, for a shell in which `BASE` is `main`. */
function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/npx proto-gen (.*)$/gm)].map(([, line = ""]) =>
    line.replaceAll('"', "").replace("$BASE", "main").split(" "),
  );
}

function run(args: readonly string[]): ReturnType<typeof runTool> {
  return inDirectory(folder.path, () => runTool(args));
}

function git(...args: readonly string[]): void {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  execFileSync("git", [...author, ...args], { cwd: folder.path, stdio: "pipe" });
}

describe("the commands for CI", () => {
  beforeAll(async () => {
    folder = pageDirectory("into-ci");
    const files = filesOf("docs/guide/first-extension.md");
    for (const name of ["profile.json", GIFT]) folder.write(name, files.get(name) ?? "");
    const { scripts } = JSON.parse(
      codeBlock("docs/guide/into-an-existing-app.md", "json", "generate:check"),
    ) as { scripts: { generate: string } };
    const [, ...args] = scripts.generate.split(" ");
    expect(await run(args)).toMatchObject({ code: 0 });
    expect(
      await run(
        ["scaffold", "--into", "src/business.ts", "--profile", "./profile.json"].concat([
          "--schemas",
          "schemas",
        ]),
      ),
    ).toMatchObject({ code: 0 });
    git("init", "--quiet");
    git("add", "profile.json", "schemas");
    git("commit", "--quiet", "--message", "start");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
  });

  it("pass in a repository that is in order", async () => {
    const workflow = commandsIn(codeBlock(PAGE, "yaml", "runs-on"));
    expect(workflow.map(([command]) => command)).toEqual(["--profile", "lint", "diff"]);
    const blocks = codeBlocks(readPage(PAGE)).filter(({ language }) => language === "sh");
    const shown = blocks.flatMap(({ code }) => commandsIn(code));
    expect(shown.length).toBe(4);
    for (const args of [...workflow, ...shown.map(withOwnSchemas)])
      expect(await run(args), args.join(" ")).toMatchObject({ code: 0 });
  });

  it("fail when the schemas have changed", async () => {
    const file = path.join(folder.path, GIFT);
    const schema = readFileSync(file, "utf8");
    writeFileSync(file, schema.replace('"maxLength": 200', '"maxLength": 100'));
    const [check = [], lint = [], diff = []] = commandsIn(codeBlock(PAGE, "yaml", "runs-on"));
    expect(await run(check)).toMatchObject({ code: 1 });
    expect(await run(lint)).toMatchObject({ code: 0 });
    expect(await run(diff)).toMatchObject({ code: 1 });
    writeFileSync(file, schema.replace("checkout.json", "chekout.json"));
    expect(await run(lint)).toMatchObject({ code: 1 });
    writeFileSync(file, schema);
  });

  it("fail while a handler is missing", async () => {
    rmSync(path.join(folder.path, "src"), { recursive: true });
    const scaffold = commandsIn(readPage(PAGE)).find(([command]) => command === "scaffold") ?? [];
    expect(await run(withOwnSchemas(scaffold))).toMatchObject({ code: 1 });
  });
});

/** The page's commands are for a profile of the protocol alone, except where they name a directory. */
function withOwnSchemas(args: readonly string[]): readonly string[] {
  return args.includes("--profile") ? [...args, "--schemas", "./schemas"] : args;
}
