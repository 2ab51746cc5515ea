import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { endQuietly } from "../../src/cli/host.js";
import { main } from "../../src/cli/main.js";
import { CODES } from "../../src/errors.js";
import { TOOL } from "../../src/write/manifest.js";
import { fakeHost } from "./fake-host.js";

async function run(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const host = fakeHost();
  return { code: await main(args, host), out: host.out(), err: host.err() };
}

describe("--help", () => {
  it("prints on stdout, for the program and its default command", async () => {
    for (const args of [["--help"], ["generate", "--help"]]) {
      const { code, out, err } = await run(args);
      expect([code, err]).toEqual([0, ""]);
      for (const option of [
        "profile",
        "platform",
        "capabilities",
        "schemas",
        "out",
        "only",
        "check",
        "dry-run",
        "json",
        "quiet",
        "verbose",
        "help",
      ]) {
        expect(out).toContain(`--${option} `);
      }
    }
  });

  it("names every exit code", async () => {
    const { out } = await run(["--help"]);
    const table = out.slice(out.indexOf("Exit codes:"));
    const codes = new Set([0, ...Object.values(CODES).map(({ exit }) => exit)]);
    for (const code of codes) expect(table).toMatch(new RegExp(`^ +${code} {2}\\S`, "m"));
  });
});

describe("help", () => {
  it.each<[readonly string[], readonly string[]]>([
    [["help"], ["--help"]],
    [["help", "help"], ["--help"]],
    [
      ["help", "diff"],
      ["diff", "--help"],
    ],
    [
      ["help", "generate"],
      ["generate", "--help"],
    ],
  ])("%j is %j", async (args, option) => {
    const { code, out, err } = await run(args);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe((await run(option)).out);
  });

  it("of no command ends with 2", async () => {
    expect(await run(["help", "dif"])).toEqual({
      code: 2,
      out: "",
      err: "USAGE: dif is not a command\n  did you mean diff?\n",
    });
  });
});

describe("an option that does not exist", () => {
  it.each<[readonly string[], string]>([
    [["--wathc"], "did you mean --watch?"],
    [
      ["explain", "--config=x.json"],
      "--config is not an option of explain; proto-gen explain --help shows its options",
    ],
    [["--output", "x"], "use --out"],
    [["scaffold", "--output", "x"], "use --into"],
    [["list", "-o", "x"], "the result goes to stdout: redirect it with > FILE"],
    [["--input", "x"], "use --profile for the profile to read"],
    [
      ["lint", "--input", "x"],
      "--input is not an option of lint; proto-gen lint --help shows its options",
    ],
    [["-v"], "proto-gen --version prints the version"],
    [["--no-color"], "set the environment variable NO_COLOR=1 or FORCE_COLOR=1"],
    [["--chekc"], "did you mean --check?"],
    [["--dryrun"], "did you mean --dry-run?"],
    [["--hlep"], "did you mean --help?"],
    [["--sprocket"], "proto-gen --help shows the options"],
    [["-x"], "proto-gen --help shows the options"],
    [["diff", "--", "--watch"], "proto-gen diff <old> <new>, for example 2026-11-20 draft"],
  ])("%j: %s", async (args, hint) => {
    const { code, err } = await run(args);
    expect([code, err.split("\n")[1]]).toEqual([2, `  ${hint}`]);
  });
});

it("--json contradicts another --format", async () => {
  for (const command of [["lint"], ["diff", "a", "b"]]) {
    const { code, err } = await run([...command, "--json", "--format", "sarif"]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("USAGE: --json cannot be used with --format sarif\n"),
    ]);
  }
});

it("--version prints the version", async () => {
  expect(await run(["--version"])).toEqual({ code: 0, out: `${TOOL.version}\n`, err: "" });
});

describe("a wrong command line", () => {
  it.each<[string, readonly string[], string]>([
    [
      "suggests the nearest option",
      ["--profle", "x"],
      "USAGE: unknown option '--profle'\n  did you mean --profile?\n",
    ],
    [
      "asks for the profile",
      [],
      "USAGE: --profile FILE is missing\n  name it here, or as the member profile of proto-gen.config.ts\n",
    ],
    ["asks for a value", ["--profile"], "USAGE: option '-p, --profile <file>' argument missing\n"],
    [
      "suggests the nearest command",
      ["--profile", "x", "genrate"],
      "USAGE: unexpected argument: genrate\n  did you mean generate?\n",
    ],
    [
      "refuses an empty name",
      ["--profile", "x", "--only", "types,"],
      "USAGE: option '--only <list>' argument 'types,' is invalid.",
    ],
    [
      "refuses --check with --dry-run",
      ["--profile", "x", "--check", "--dry-run"],
      "USAGE: option '--check' cannot be used with option '--dry-run'\n",
    ],
    [
      "refuses --quiet with --verbose",
      ["--profile", "x", "--quiet", "--verbose"],
      "USAGE: option '--quiet' cannot be used with option '--verbose'\n",
    ],
    [
      "refuses roots that are not there",
      ["--profile", "x", "--schemas", "/nowhere"],
      "FILE_NOT_FOUND: --schemas /nowhere: /nowhere is not a directory\n",
    ],
    [
      "says whose an option is not",
      ["mock", "--verbose"],
      "USAGE: unknown option '--verbose'\n" +
        "  --verbose is not an option of mock; proto-gen mock --help shows its options\n",
    ],
    [
      "suggests an option of the command that is called",
      ["mock", "--sed", "1"],
      "USAGE: unknown option '--sed'\n  did you mean --seed?\n",
    ],
    [
      "refuses what is no name of a header",
      ["mock", "--profile", "x", "--geo-ip", "CF-IPCountry: FR"],
      "USAGE: option '--geo-ip <header>' argument 'CF-IPCountry: FR' is invalid. It must be the name of a header.\n",
    ],
    [
      "names the configuration, which may have the profile",
      ["scaffold", "--into", "x.ts"],
      "USAGE: --profile FILE is missing\n  name it here, or as the member profile of proto-gen.config.ts\n",
    ],
  ])("%s", async (_, args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err.startsWith(message)).toBe(true);
  });

  it("is told as JSON where that was asked", async () => {
    const { out } = await run(["--json", "--profle", "x"]);
    expect(JSON.parse(out)).toEqual({
      ok: false,
      diagnostics: [
        {
          code: "USAGE",
          severity: "error",
          message: "unknown option '--profle'",
          hint: "did you mean --profile?",
        },
      ],
    });
  });
});

describe("a defect", () => {
  it("exits with 70, with the stack only where that was asked", async () => {
    const brief = await run(["--profile", "package.json", "--out", "/nowhere"]);
    expect(brief.code).toBe(70);
    expect(brief.err).toMatch(/^INTERNAL: the generator was loaded\n {2}please report it/);
    expect(brief.err).not.toContain(" at ");
    expect(
      (await run(["--profile", "package.json", "--out", "/nowhere", "--verbose"])).err,
    ).toMatch(/\| Error: the generator was loaded\n\| +at /);
  });
});

describe("a closed pipe", () => {
  it("is no error; any other failure of the stream is one", () => {
    const stream = new EventEmitter();
    endQuietly(stream);
    endQuietly(stream);
    expect(stream.listenerCount("error")).toBe(1);
    expect(() =>
      stream.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    ).not.toThrow();
    expect(() => stream.emit("error", Object.assign(new Error("no"), { code: "EIO" }))).toThrow(
      "no",
    );
  });
});
