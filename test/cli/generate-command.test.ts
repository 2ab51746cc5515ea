import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import { diagnostic, failure } from "../../src/errors.js";
import type { GenerateOptions, Generation } from "../../src/generate.js";
import { recordedOptions } from "../../src/write/manifest.js";
import { get, listTree, put, temporaryDirectory } from "../write/temporary.js";
import { fakeHost, type FakeHost, type FakeHostOptions } from "./fake-host.js";
import { line } from "../../src/text/line.js";

const capability = {
  name: "dev.proto.shopping.checkout",
  version: "2026-11-20",
  extends: [],
  pointer: "/capabilities/0",
};
const excluded = {
  name: "com.example.gift",
  reason: "orphaned",
  detail: "extends dev.proto.shopping.cart, which is not active",
} as const;
const notice = diagnostic("NEGOTIATE_PRUNED", "com.example.gift: orphaned", {
  place: {
    file: "profile.json",
    line: 3,
    column: 5,
    pointer: "/proto",
  },
});

let directory: string;
let profile: string;
let out: string;
let asked: GenerateOptions[];

/** One file that holds the profile's text, so that a changed profile changes the output. */
async function generate(options: GenerateOptions): Promise<Generation> {
  asked.push(options);
  for (const stage of [line`load`, line`emit`]) options.onStage?.(stage);
  const text = readFileSync(options.profile, "utf8");
  return {
    files: [
      { path: "index.ts", content: `export const profile = ${JSON.stringify(text)};\n` },
      { path: "same.ts", content: "export {};\n" },
    ],
    record: {
      options: recordedOptions(options),
      inputs: [{ uri: "profile", sha256: createHash("sha256").update(text).digest("hex") }],
      absent: ["https://proto.dev/schemas/nowhere.json"],
    },
    agreement: { version: "2026-11-20", capabilities: [capability], excluded: [excluded] },
    fetched: [],
    notices: [notice],
  };
}

async function run(
  args: readonly string[],
  options: FakeHostOptions = {},
): Promise<FakeHost & { readonly code: number }> {
  const host = fakeHost({ generate, ...options });
  const code = await main(["--profile", profile, "--out", out, ...args], host);
  return { ...host, code };
}

beforeEach(() => {
  directory = temporaryDirectory();
  profile = path.join(directory, "profile.json");
  out = path.join(directory, "generated");
  put(directory, "profile.json", "{}");
  asked = [];
});

describe("proto-gen", () => {
  it("writes the files, and tells the warnings and a summary on stderr alone", async () => {
    const { code, out: stdout, err } = await run([]);
    expect(code).toBe(0);
    expect(listTree(out)).toEqual(["index.ts", "manifest.json", "same.ts"]);
    expect(stdout()).toBe("");
    expect(err()).toBe(
      "warning: NEGOTIATE_PRUNED: com.example.gift: orphaned\n" +
        "  profile.json:3:5 (/proto)\n" +
        `wrote 3 files to ${out}/ (1 capability, 1 pruned)\n`,
    );
  });

  it("counts what did not change", async () => {
    await run([]);
    put(directory, "profile.json", "[]");
    expect((await run([])).err()).toContain(
      `wrote 2 files, 1 unchanged, to ${out}/ (1 capability, 1 pruned)\n`,
    );
  });

  it("is `generate` by default, and by name", async () => {
    expect(
      await main(["generate", "--profile", profile, "--out", out], fakeHost({ generate })),
    ).toBe(0);
    expect(existsSync(path.join(out, "index.ts"))).toBe(true);
  });

  it("hands the options on", async () => {
    put(directory, "schemas/x.json", "{}");
    const schemas = path.join(directory, "schemas");
    const args = [
      "--platform",
      "p.json",
      "--capabilities",
      "a, b@2026-11-20",
      "--only",
      "types,validators",
    ];
    await run([...args, "--schemas", `${schemas}=https://example.com/s/`, "--schemas", schemas]);
    expect(asked).toMatchObject([
      {
        profile,
        platform: "p.json",
        capabilities: ["a", "b@2026-11-20"],
        only: ["types", "validators"],
        schemas: [{ directory: schemas, prefix: "https://example.com/s" }, { directory: schemas }],
      },
    ]);
  });

  it("reports a hand-edited file that is no longer generated", async () => {
    await run([]);
    put(out, "same.ts", "mine");
    const less = async (options: GenerateOptions): Promise<Generation> => {
      const generation = await generate(options);
      return { ...generation, files: generation.files.slice(0, 1) };
    };
    expect((await run([], { generate: less })).err()).toContain(
      `kept ${out}/same.ts: no longer generated, but edited by hand`,
    );
    expect(get(out, "same.ts")).toBe("mine");
  });

  it("refuses to write nothing, which would remove everything", async () => {
    await run([]);
    const nothing = async (options: GenerateOptions): Promise<Generation> => ({
      ...(await generate(options)),
      files: [],
    });
    const { code, err } = await run(["--only", "typs"], { generate: nothing });
    expect([code, err()]).toEqual([
      2,
      expect.stringContaining("USAGE: --only typs leaves nothing to write"),
    ]);
    expect(listTree(out)).toContain("index.ts");
  });
});

describe("a run with nothing to do", () => {
  beforeEach(async () => {
    await run([]);
  });

  it("says so, without loading the generator", async () => {
    const host = fakeHost();
    expect(await main(["--profile", profile, "--out", out], host)).toBe(0);
    expect([host.out(), host.err()]).toEqual(["", `${out}/ is up to date: 3 files\n`]);
  });

  it.each<[string, readonly string[]]>([
    ["other capabilities", ["--capabilities", "a"]],
    ["other parts", ["--only", "types"]],
    ["a check", ["--check"]],
    ["a dry run", ["--dry-run"]],
    ["JSON, which holds what only a full run knows", ["--json"]],
  ])("is none with %s", async (_, args) => {
    asked = [];
    await run(args);
    expect(asked).toHaveLength(1);
  });

  it("is none once a platform profile is given", async () => {
    asked = [];
    put(directory, "platform.json", "{}");
    await run(["--platform", path.join(directory, "platform.json")]);
    expect(asked).toHaveLength(1);
  });

  it("is none once a schema appears that was looked for", async () => {
    asked = [];
    put(directory, "schemas/nowhere.json", '{"$id":"https://proto.dev/schemas/nowhere.json"}');
    await run(["--schemas", path.join(directory, "schemas")]);
    expect(asked).toHaveLength(1);
  });
});

describe("--check", () => {
  it("finds nothing after a run", async () => {
    await run([]);
    const { code, out: stdout, err } = await run(["--check"]);
    expect([code, stdout()]).toEqual([0, ""]);
    expect(err()).toContain(`${out}/ is up to date: 3 files (1 capability, 1 pruned)\n`);
  });

  it("exits with 1, prints the diff on stdout, and changes nothing", async () => {
    await run([]);
    put(directory, "profile.json", "[]");
    put(out, "same.ts", "mine\n");
    const { code, out: stdout, err } = await run(["--check"]);
    expect(code).toBe(1);
    expect(stdout()).toContain(
      `stale ${out}/index.ts\n--- ${out}/index.ts\n+++ ${out}/index.ts, as it would be written\n@@ -1,2 +1,2 @@\n`,
    );
    expect(stdout()).toContain(`hand-edited ${out}/same.ts\n`);
    expect(err()).toContain(
      `OUTPUT_STALE: ${out}/ is not what this run would write: 2 stale, 1 hand-edited\n`,
    );
    expect(get(out, "same.ts")).toBe("mine\n");
  });

  it("reports on a directory that is not there", async () => {
    const { code, err } = await run(["--check", "--quiet"]);
    expect([code, err()]).toEqual([
      1,
      expect.stringMatching(/^OUTPUT_STALE: .*: 3 missing\n {2}run proto-gen without --check/),
    ]);
    expect(existsSync(out)).toBe(false);
  });
});

describe("--dry-run", () => {
  it("lists what would be written on stdout, and writes nothing", async () => {
    const { code, out: stdout, err } = await run(["--dry-run"]);
    expect(code).toBe(0);
    expect(stdout()).toBe(
      `create ${out}/index.ts\ncreate ${out}/manifest.json\ncreate ${out}/same.ts\n`,
    );
    expect(err()).toContain("would write 3 files to ");
    expect(existsSync(out)).toBe(false);
  });
});

describe("--json", () => {
  it("prints the result", async () => {
    const { out: stdout } = await run(["--json"]);
    expect(JSON.parse(stdout())).toEqual({
      ok: true,
      accepted: 0,
      out,
      files: {
        created: ["index.ts", "manifest.json", "same.ts"],
        changed: [],
        removed: [],
        unchanged: [],
        kept: [],
      },
      active: [{ name: "dev.proto.shopping.checkout", version: "2026-11-20" }],
      excluded: [excluded],
      diagnostics: [
        {
          code: "NEGOTIATE_PRUNED",
          severity: "warning",
          message: "com.example.gift: orphaned",
          file: "profile.json",
          line: 3,
          column: 5,
          pointer: "/proto",
        },
      ],
    });
  });

  it("prints findings", async () => {
    const { code, out: stdout } = await run(["--json", "--check"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout())).toMatchObject({
      ok: false,
      findings: [
        { path: "index.ts", state: "missing" },
        { path: "manifest.json" },
        { path: "same.ts" },
      ],
      diagnostics: [{ code: "OUTPUT_STALE" }, { code: "NEGOTIATE_PRUNED" }],
    });
  });

  it("prints errors too", async () => {
    const fail = async (): Promise<never> => {
      throw failure("COMPOSE_UNKNOWN_PARENT", "a extends b", {
        place: { file: "profile.json", line: 1, column: 2, pointer: "/proto" },
        hint: "did you mean c?",
      });
    };
    const { code, out: stdout, err } = await run(["--json"], { generate: fail });
    expect(code).toBe(3);
    expect(JSON.parse(stdout())).toEqual({
      ok: false,
      diagnostics: [
        {
          code: "COMPOSE_UNKNOWN_PARENT",
          severity: "error",
          message: "a extends b",
          file: "profile.json",
          line: 1,
          column: 2,
          pointer: "/proto",
          hint: "did you mean c?",
        },
      ],
    });
    expect(err()).toBe(
      "COMPOSE_UNKNOWN_PARENT: a extends b\n  profile.json:1:2 (/proto)\n  did you mean c?\n",
    );
  });
});

describe("messages", () => {
  it("are none with --quiet", async () => {
    const { out: stdout, err } = await run(["--quiet"]);
    expect([stdout(), err()]).toEqual(["", ""]);
  });

  it("tell stages and files with --verbose", async () => {
    const { err } = await run(["--verbose"]);
    expect(err()).toMatch(/^load \d+ ms\nemit \d+ ms\nwrite \d+ ms\ncreate .*index\.ts\n/);
  });

  it("rewrite one line for the stages on a terminal, and clear it", async () => {
    const { err } = await run([], { terminal: true, env: { NO_COLOR: "1" } });
    const clear = "\r\u001b[2K";
    expect(
      err().startsWith(
        `${clear}load ...${clear}${clear}emit ...${clear}${clear}write ...${clear}warning: NEGOTIATE_PRUNED: `,
      ),
    ).toBe(true);
  });

  it.each<[string, FakeHostOptions, boolean]>([
    ["on a terminal", { terminal: true }, true],
    ["on a terminal with NO_COLOR", { terminal: true, env: { NO_COLOR: "1" } }, false],
    ["on a dumb terminal", { terminal: true, env: { TERM: "dumb" } }, false],
    ["in a file", {}, false],
  ])("are coloured, or not, %s", async (_, options, colored) => {
    expect((await run([], options)).err().includes("\u001b[33m")).toBe(colored);
  });

  it("hold nothing from a document that would steer the terminal", async () => {
    const fail = async (): Promise<never> => {
      throw failure("PROFILE_INVALID", "evil \u001b]0;title\u0007 \u009b2J \u202e", {
        hint: "fix it",
      });
    };
    const { err } = await run([], { generate: fail });
    expect(err()).toBe(
      "PROFILE_INVALID: evil \\u{1b}]0;title\\u{7} \\u{9b}2J \\u{202e}\n  fix it\n",
    );
  });

  it("clear the stage line before an error", async () => {
    const fail = async ({ onStage }: GenerateOptions): Promise<never> => {
      onStage?.(line`load`);
      throw failure("JSON_SYNTAX", "no", { hint: "fix it" });
    };
    const { err } = await run([], { generate: fail, terminal: true, env: { NO_COLOR: "1" } });
    expect(err()).toBe("\r\u001b[2Kload ...\r\u001b[2KJSON_SYNTAX: no\n  fix it\n");
  });
});
