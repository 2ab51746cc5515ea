import { describe, expect, it } from "vitest";
import { createPaint, paintMarks } from "../../src/cli/color.js";
import { line } from "../../src/text/line.js";
import { main } from "../../src/cli/main.js";
import { fakeHost } from "./fake-host.js";

const ESCAPE = "\u001b[";

function isColored(isTTY: boolean, env: Readonly<Record<string, string>>): boolean {
  return createPaint({ isTTY, write: () => undefined }, env)("error", "text") !== "text";
}

describe("colors", () => {
  it.each<[string, boolean, Readonly<Record<string, string>>, boolean]>([
    ["on a terminal", true, {}, true],
    ["in a pipe", false, {}, false],
    ["on a dumb terminal", true, { TERM: "dumb" }, false],
    ["with NO_COLOR", true, { NO_COLOR: "1" }, false],
    ["with any NO_COLOR", true, { NO_COLOR: "0" }, false],
    ["with an empty NO_COLOR", true, { NO_COLOR: "" }, true],
    ["in a pipe with FORCE_COLOR", false, { FORCE_COLOR: "1" }, true],
    ["with FORCE_COLOR=true", false, { FORCE_COLOR: "true" }, true],
    ["with FORCE_COLOR=0", true, { FORCE_COLOR: "0" }, false],
    ["with FORCE_COLOR=false", true, { FORCE_COLOR: "false" }, false],
    ["with an empty FORCE_COLOR", false, { FORCE_COLOR: "" }, false],
    ["with both, of which FORCE_COLOR decides", false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  ])("%s", (_, isTTY, env, expected) => {
    expect(isColored(isTTY, env)).toBe(expected);
  });

  it("paint each mark once, in order, and leave out those that do not occur", () => {
    const paint = (style: string, text: string): string => `<${style} ${text}>`;
    expect(
      paintMarks(
        line`E: E at f:1`,
        [
          ["error", "E"],
          ["note", "x"],
          ["place", "f:1"],
        ],
        paint,
      ),
    ).toBe("<error E>: E at <place f:1>");
  });
});

describe("a message", () => {
  async function run(args: readonly string[]): Promise<{ out: string; err: string }> {
    const host = fakeHost({ env: { FORCE_COLOR: "1" } });
    await main(args, host);
    return { out: host.out(), err: host.err() };
  }

  it("has its code in color, and JSON has none", async () => {
    const { out, err } = await run(["--no-such-option", "--json"]);
    expect(err.startsWith(`${ESCAPE}31mUSAGE${ESCAPE}39m: unknown option`)).toBe(true);
    expect(out).not.toContain(ESCAPE);
    expect(JSON.parse(out)).toMatchObject({ ok: false });
  });

  it("of lint has severity, rule and place in color, but not in other formats", async () => {
    const directory = "test/lint/default-invalid/wrong";
    const { out } = await run(["lint", directory]);
    expect(out).toContain(
      `${ESCAPE}31merror${ESCAPE}39m ${ESCAPE}31mdefault-invalid${ESCAPE}39m: `,
    );
    expect(out).toContain(`${ESCAPE}36m${directory}/`);
    for (const format of ["json", "sarif", "github"])
      expect((await run(["lint", directory, "--format", format])).out).not.toContain(ESCAPE);
  });
});
