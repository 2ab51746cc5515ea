/** Help names only files that the package has. */

import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.js";
import { helpOf } from "../support/commands-page.js";
import { repository } from "../support/published.js";
import { fakeHost } from "./fake-host.js";

/** Names of the package's own files: pages, and paths below the directories of the repository. */
const OWN_PATH =
  /(?<![\w./-])(?:[\w./-]+\.md|(?:docs|src|dist|templates|bin|test|scripts)\/[\w./-]*\w)/g;

/** Files that a user has, in examples. */
const EXAMPLES = ["src/business.ts", "src/generated"];

function packedFiles(): readonly string[] {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", args, { cwd: repository, stdio: "pipe" });
  const [packed] = JSON.parse(output.toString()) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  return packed.files.map((file) => file.path);
}

it("every path of the package in --help is packed", async () => {
  const files = packedFiles();
  expect(files).toContain("bin/proto-gen.js");
  const names = createProgram(fakeHost()).commands.map((command) => command.name());
  for (const command of [[], ...names.map((name) => [name])]) {
    const help = (await helpOf(command)).replaceAll(/\.\/src\//g, "src/");
    const named = [...help.matchAll(OWN_PATH)].map(([found]) => found);
    for (const found of named.filter((each) => !EXAMPLES.includes(each)))
      expect(
        files.some((file) => file === found || file.startsWith(`${found}/`)),
        `${found} in the help of ${command.join(" ")}`,
      ).toBe(true);
  }
});
