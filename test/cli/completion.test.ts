/** What `proto-gen complete` answers a shell: names of the program itself, and of the project that it is called in. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMITTER_NAMES } from "../../src/emit/emitter-names.js";
import { FACT_NAMES } from "../../src/facts/facts.js";
import { FRAMEWORKS, STORES } from "../../src/starter/options.js";
import { main } from "../../src/cli/main.js";
import { createProgram } from "../../src/cli/program.js";
import { repository } from "../support/published.js";
import { fakeHost } from "./fake-host.js";

const COMMANDS = createProgram(fakeHost()).commands;
const FILES = ":0";
const NO_SPACE = ":6";
const NO_FILES = ":4";
const DIRECTORIES = ":16";
const CART = "dev.proto.shopping.cart";
const ORDER = "dev.proto.shopping.order";

let directory = "";

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "proto-gen-completion-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The names, and last the directive. */
async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const host = fakeHost();
  expect(await main(["complete", "--", ...words], host)).toBe(0);
  expect(host.err()).toBe("");
  return host
    .out()
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t", 1)[0] ?? "");
}

/** A file with a name of its own, so that no test reads that of another. */
function file(name: string, content: string | object): string {
  const place = path.join(directory, name);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, typeof content === "string" ? content : JSON.stringify(content));
  return place;
}

describe("a command", () => {
  it("is completed by its name, with its description", async () => {
    expect(await complete("")).toEqual([
      ...[...COMMANDS.map((command) => command.name()), "help"],
      NO_FILES,
    ]);
    expect(await complete("ge")).toEqual(["generate", NO_FILES]);
    const host = fakeHost();
    await main(["complete", "--", "mo"], host);
    expect(host.out()).toBe(
      "mock\tServe a business for the profile on this machine, to test a platform against\n:4\n",
    );
  });

  it("is completed behind help, and is no argument of another", async () => {
    expect(await complete("help", "ini")).toEqual(["init", NO_FILES]);
    expect(await complete("help", "init", "")).toEqual([NO_FILES]);
    expect(await complete("list", "")).toEqual([NO_FILES]);
  });
});

describe("an option", () => {
  it.each(COMMANDS.map((command) => [command.name(), command] as const))(
    "of %s is completed: all that its help shows",
    async (name, command) => {
      const names = await complete(name, "--");
      for (const { long } of command.options) expect(names).toContain(long);
      expect(names).toContain("--help");
    },
  );

  it("is completed by its short name, too", async () => {
    expect(await complete("list", "-")).toContain("-p");
    expect(await complete("list", "-c")).toEqual(["-c", NO_FILES]);
  });

  it("of generate needs no command before it, and --version stands there alone", async () => {
    expect(await complete("--wat")).toEqual(["--watch", NO_FILES]);
    expect(await complete("--vers")).toEqual(["--version", NO_FILES]);
    expect(await complete("--check", "--dry")).toEqual(["--dry-run", NO_FILES]);
    expect(await complete("list", "--vers")).toEqual([NO_FILES]);
  });

  it("is none behind -- and where a value is expected", async () => {
    expect(await complete("lint", "--", "--f")).toEqual([DIRECTORIES]);
    expect(await complete("list", "--release", "--")).toEqual([NO_FILES]);
  });
});

describe("a value", () => {
  it.each([
    [["init", "--framework", ""], [...FRAMEWORKS]],
    [["init", "--store", ""], [...STORES]],
    [["lint", "--format", "s"], ["sarif"]],
    [["diff", "--fail-on=d"], ["dangerous"]],
    [["--only", ""], [...EMITTER_NAMES]],
    [["--only", "types,val"], ["types,validators"]],
    [["--only=types,ty"], []],
    [["mock", "--fault", "slow,d"], ["slow,decline"]],
    [
      ["resolve", "--op", "c"],
      ["create", "complete"],
    ],
    [["completion", "p"], ["powershell"]],
  ])("of %s is one of the choices", async (words, expected) => {
    expect(await complete(...words)).toEqual([...expected, NO_FILES]);
  });

  it("that is a file or a directory is left to the shell", async () => {
    for (const words of [["--profile"], ["-p"], ["--overlay"], ["mock", "--data"], ["validate"]])
      expect(await complete(...words, "x")).toEqual([FILES]);
    expect(await complete("resolve", "--bundle", "sch")).toEqual([FILES]);
    for (const words of [["--out"], ["--schemas"], ["init"], ["lint", "a"]])
      expect(await complete(...words, "x")).toEqual([DIRECTORIES]);
  });

  it("that nobody can guess has no names", async () => {
    expect(await complete("mock", "--port", "")).toEqual([NO_FILES]);
    expect(await complete("--no-such-option", "")).toEqual([NO_FILES]);
    expect(await complete("no-such-command", "")).toEqual([NO_FILES]);
  });

  it("that continues is left open: a fact, a rule", async () => {
    expect(await complete("--fact", "")).toEqual([
      ...FACT_NAMES.map((name) => `${name}=`),
      NO_SPACE,
    ]);
    expect(await complete("lint", "--rule", "id-m")).toEqual(["id-missing=", NO_SPACE]);
    expect(await complete("diff", "--level", "enum-w")).toEqual(["enum-widened=", NO_SPACE]);
  });

  it("is a release that is at hand, or a path, in diff", async () => {
    const releases = await complete("diff", "");
    expect(releases).toEqual(expect.arrayContaining(["2026-11-20", "draft", NO_FILES]));
    expect(new Set(releases).size).toBe(releases.length);
    expect(await complete("diff", "draft", "sche")).toEqual([FILES]);
  });

  it("is a code or a rule in explain", async () => {
    expect(await complete("explain", "COMPOSE_WEAKENS_B")).toEqual([
      "COMPOSE_WEAKENS_BASE",
      NO_FILES,
    ]);
    expect(await complete("explain", "required-add")).toEqual(["required-added", NO_FILES]);
  });
});

describe("a capability and a release", () => {
  const own = path.join(repository, "profile.json");

  it("are those of the profile that the line names", async () => {
    expect(await complete("--profile", own, "--capabilities", "dev.proto.shopping.o")).toEqual([
      ORDER,
      NO_FILES,
    ]);
    expect(await complete("list", `-p`, own, "--capabilities", `${CART},${ORDER}`)).toEqual([
      `${CART},${ORDER}`,
      NO_FILES,
    ]);
    expect(await complete(`--profile=${own}`, "--release", "")).toEqual(["2026-11-27", NO_FILES]);
  });

  it("are found in either form of a profile, and in supported_versions", async () => {
    const profile = file("list.json", {
      proto: {
        version: "2026-04-08",
        capabilities: [{ name: CART, version: "2026-04-08" }],
        supported_versions: { "2026-01-23": "https://shop.example/old" },
      },
    });
    expect(await complete("-p", profile, "--capabilities", "")).toEqual([CART, NO_FILES]);
    expect(await complete("-p", profile, "--release", "")).toEqual([
      ...["2026-04-08", "2026-01-23"],
      NO_FILES,
    ]);
  });

  it("are none of a profile that is not there, is no profile, or is a URL", async () => {
    for (const profile of [
      ...[path.join(directory, "absent.json"), file("text.json", "{"), file("null.json", "null")],
      ...[file("empty.json", { proto: { version: "1" } }), "https://shop.example/profile"],
    ])
      expect(await complete("-p", profile, "--capabilities", "")).toEqual([NO_FILES]);
  });

  it("are left out where a shell would run them, or print something else", async () => {
    const names = ["$(touch pwned)", "`id`", "a b", "a\tb", "a\nb", "\u001b[2J", "a;b", "é", CART];
    const capabilities = Object.fromEntries(names.map((name) => [name, []]));
    const profile = file("hostile.json", { proto: { version: "1;rm", capabilities } });
    expect(await complete("-p", profile, "--capabilities", "")).toEqual([CART, NO_FILES]);
    expect(await complete("-p", profile, "--release", "")).toEqual([NO_FILES]);
  });
});

describe("a target", () => {
  const targets = { shop: { out: "a" }, agent: { out: "b", profile: "agent.json" } };

  it("is one of the configuration", async () => {
    const config = file("json/proto-gen.config.json", { targets });
    expect(await complete("-c", config, "--target", "")).toEqual(["shop", "agent", NO_FILES]);
  });

  it("decides about the profile, and so about capabilities", async () => {
    const profile = (name: string): object => ({
      proto: { version: "2026-11-27", capabilities: { [name]: [] } },
    });
    file("two/profile.json", profile(CART));
    file("two/agent.json", profile(ORDER));
    const config = file("two/proto-gen.config.json", { profile: "profile.json", targets });
    const capabilities = ["--capabilities", ""];
    expect(await complete("-c", config, ...capabilities)).toEqual([CART, ORDER, NO_FILES]);
    expect(await complete("-c", config, "--target", "agent", ...capabilities)).toEqual([
      ORDER,
      NO_FILES,
    ]);
    expect(await complete("-c", config, "--no-config", ...capabilities)).toEqual([NO_FILES]);
  });

  it("is read by a program whose output nobody sees", async () => {
    const text = `console.log("noise"); console.error("noise"); export default ${JSON.stringify({ targets })};`;
    const config = file("noise/proto-gen.config.ts", text);
    expect(await complete("-c", config, "--target", "s")).toEqual(["shop", NO_FILES]);
  });

  it.each([
    ["is absent", undefined],
    ["is no JavaScript", "export default {"],
    ["is invalid", "export default { profil: 1 };"],
    ["throws", "throw new Error('no');"],
    ["ends the process", "process.exit(7);"],
    ["takes forever", "for (;;);"],
  ])("has no name where the configuration %s", async (what, text) => {
    const name = `${what.replaceAll(" ", "-")}/proto-gen.config.ts`;
    const config = text === undefined ? path.join(directory, "absent.ts") : file(name, text);
    expect(await complete("-c", config, "--target", "")).toEqual([NO_FILES]);
  });
});

it("an empty line is answered", async () => {
  const host = fakeHost();
  expect(await main(["complete"], host)).toBe(0);
  expect(host.out()).toMatch(/\n:4\n$/);
});
