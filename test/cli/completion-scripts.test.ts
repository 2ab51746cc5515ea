/**
 * The scripts of `proto-gen completion` are those that @bomb.sh/tab prints, with a note at their end; bash has one of our own (ADR 111).
 * `UPDATE_GOLDEN=1` writes them anew.
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { script, ShellCompDirective } from "@bomb.sh/tab";
import { describe, expect, it, vi } from "vitest";
import { SHELLS } from "../../src/cli/commands/completion/command.js";
import { DIRECTIVES } from "../../src/cli/completion/complete.js";
import { main } from "../../src/cli/main.js";
import { repository } from "../support/published.js";
import { fakeHost } from "./fake-host.js";

const FROM_LIBRARY = ["zsh", "fish", "powershell"];

const NOTE = `
# This script was printed by @bomb.sh/tab (MIT, Bombshell Authors), whose scripts are adaptations of those of
# spf13/cobra (Apache-2.0, the Cobra Authors).
`;

function printedByLibrary(shell: string): string {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    script(shell, "proto-gen", "proto-gen");
    const lines = log.mock.calls.map(([text]) => String(text).replace(/[ \t]+$/gm, ""));
    return `${lines.join("\n").trimEnd()}\n${NOTE}`;
  } finally {
    log.mockRestore();
  }
}

describe("the script of a shell", () => {
  it.each(FROM_LIBRARY)("%s is what the library prints", (shell) => {
    const file = path.join(repository, "templates/completion", `proto-gen.${shell}`);
    const expected = printedByLibrary(shell);
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "") writeFileSync(file, expected);
    expect(readFileSync(file, "utf8")).toBe(expected);
  });

  it.each(SHELLS)("%s is printed as it stands, and as JSON", async (shell) => {
    const [host, json] = [fakeHost(), fakeHost()];
    const file = path.join(repository, "templates/completion", `proto-gen.${shell}`);
    const text = readFileSync(file, "utf8");
    expect(await main(["completion", shell], host)).toBe(0);
    expect(host.out()).toBe(text);
    expect(await main(["completion", shell, "--json"], json)).toBe(0);
    expect(JSON.parse(json.out())).toEqual({ ok: true, shell, script: text });
  });

  it("is not there for another shell, which is an error", async () => {
    const host = fakeHost();
    expect(await main(["completion", "tcsh"], host)).toBe(2);
    expect(host.err()).toContain("bash, zsh, fish, powershell");
    const missing = fakeHost();
    expect(await main(["completion"], missing)).toBe(2);
    expect(missing.err()).toContain("shell");
  });

  it("is told what to do beside the names in the numbers of the library", () => {
    expect(DIRECTIVES).toEqual({
      files: ShellCompDirective.ShellCompDirectiveDefault,
      noSpace: ShellCompDirective.ShellCompDirectiveNoSpace,
      noFiles: ShellCompDirective.ShellCompDirectiveNoFileComp,
      directories: ShellCompDirective.ShellCompDirectiveFilterDirs,
    });
  });
});
