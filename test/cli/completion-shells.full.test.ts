/**
 * Completion in real shells on a terminal, which `script` of util-linux makes: what is typed is a part of a command line, a tab and a
 * line break, and what the shell then calls is what it has completed. A shell that is not installed is skipped.
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repository } from "../support/published.js";

/** A name for the program that does not have to be installed: what a shell calls is written into a file. */
const PROGRAM = `#!/bin/sh
case "$1" in
  complete | completion) exec "${process.execPath}" "${path.join(repository, "bin/proto-gen.js")}" "$@" ;;
esac
printf '%s\\n' "$@" > "$CALLED"
`;

interface Shell {
  readonly name: string;
  readonly command: string;
  /** The lines that its user writes into a file that it reads at its start. */
  readonly setup: readonly string[];
}

const SHELLS: readonly Shell[] = [
  {
    name: "bash",
    command: "bash --norc --noprofile -i",
    setup: ["source <(proto-gen completion bash)", "source <(proto-gen completion bash)"],
  },
  {
    name: "zsh",
    command: "zsh -f -i",
    setup: ["autoload -U compinit && compinit -u -D", "source <(proto-gen completion zsh)"],
  },
  {
    name: "fish",
    command: "fish --no-config -i",
    setup: ["proto-gen completion fish | source"],
  },
];

function isInstalled(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}

let directory = "";
let called = "";

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "proto-gen-shells-"));
  called = path.join(directory, "called");
  const bin = path.join(directory, "bin");
  const project = path.join(directory, "project");
  for (const each of [bin, project, path.join(project, "sources")]) mkdirSync(each);
  writeFileSync(path.join(bin, "proto-gen"), PROGRAM);
  chmodSync(path.join(bin, "proto-gen"), 0o755);
  const capabilities = { "dev.proto.shopping.cart": [], "$(touch pwned)": [] };
  const profile = { proto: { version: "2026-11-27", capabilities } };
  writeFileSync(path.join(project, "shop.json"), JSON.stringify(profile));
  const targets = { shop: { out: "shop" }, agent: { out: "agent" } };
  const config = { profile: "./shop.json", targets };
  writeFileSync(path.join(project, "proto-gen.config.json"), JSON.stringify(config));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** @returns what the shell called the program with, and what it printed */
async function type({ command, setup }: Shell, keys: string) {
  await rm(called, { force: true });
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    cwd: path.join(directory, "project"),
    env: {
      ...process.env,
      PATH: `${path.join(directory, "bin")}${path.delimiter}${process.env["PATH"] ?? ""}`,
      ...{ CALLED: called, HOME: directory, TERM: "dumb" },
    },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => void (printed += text));
  // A terminal keeps what is typed until the shell reads it.
  child.stdin.end([...setup, keys, "exit", ""].join("\n"));
  await once(child, "close");
  const words = existsSync(called) ? readFileSync(called, "utf8").trimEnd().split("\n") : [];
  return { words, printed };
}

const REASON = "skipped: the shell, or script of util-linux, is not installed";
const HERE = SHELLS.map((shell) => {
  const isHere = isInstalled(shell.name) && isInstalled("script");
  return { shell, isHere, title: isHere ? shell.name : `${shell.name} (${REASON})` };
});

describe.each(HERE)("$title", ({ shell, isHere }) => {
  it.skipIf(!isHere).each([
    ["a command", "gene\t", ["generate"]],
    ["an option", "list --capab\tx", ["list", "--capabilities", "x"]],
    ["a choice", "init --framework fas\t", ["init", "--framework", "fastify"]],
    ["a choice behind =", "list --whose=an\t", ["list", "--whose=another"]],
    ["a list", "--only types,vali\t", ["--only", "types,validators"]],
    ["a file", "--profile sh\t", ["--profile", "shop.json"]],
    ["a target", "list --target ag\t", ["list", "--target", "agent"]],
    [
      "a capability",
      "list --capabilities dev\t",
      ["list", "--capabilities", "dev.proto.shopping.cart"],
    ],
    ["a release", "diff 2026-11-20 dr\t", ["diff", "2026-11-20", "draft"]],
  ])("completes %s", async (_, keys, expected) => {
    const { words, printed } = await type(shell, `proto-gen ${keys}`);
    expect(words, printed).toEqual(expected);
  });

  it.skipIf(!isHere)("completes a directory, and leaves it open or closes it", async () => {
    const { words, printed } = await type(shell, "proto-gen --out sou\t");
    expect(["sources", "sources/"], printed).toContain(words[1]);
  });

  it.skipIf(!isHere)("runs nothing of what is typed, nor of a profile", async () => {
    const typed = await type(shell, "proto-gen list --capabilities '$(touch pwned)\t'");
    const named = await type(shell, "proto-gen list --capabilities \t\t$\t");
    expect(typed.printed + named.printed).not.toMatch(/error|not found/i);
    expect(existsSync(path.join(directory, "project/pwned"))).toBe(false);
  });
});

it("a script that a shell has read twice defines the same", () => {
  const text = readFileSync(path.join(repository, "templates/completion/proto-gen.bash"), "utf8");
  expect(execFileSync("bash", ["-c", `${text}${text}complete -p proto-gen`]).toString()).toBe(
    "complete -o default -F _proto_gen proto-gen\n",
  );
});
