/** Findings as workflow commands: one line each, which the runner reads as they were meant. */

import { describe, expect, it } from "vitest";
import { toGithub } from "../../src/findings/github.js";
import { printable } from "../../src/text/line.js";
import { finding, HOSTILE_NAME, HOSTILE_TEXT } from "./hostile.js";

interface Command {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** As the runner does: up to the first `::`, properties by commas, then the escapes back. */
function read(line: string): Command {
  const [, command = "", properties = "", data = ""] = /^::([a-z]+) (.*?)::(.*)$/s.exec(line) ?? [];
  const pairs = properties.split(",").map((each) => {
    const at = each.indexOf("=");
    return [each.slice(0, at), unescaped(each.slice(at + 1))] as const;
  });
  return { command, properties: Object.fromEntries(pairs), data: unescaped(data) };
}

function unescaped(text: string): string {
  const escapes: Readonly<Record<string, string>> = {
    "%0D": "\r",
    "%0A": "\n",
    "%3A": ":",
    "%2C": ",",
    "%25": "%",
  };
  return text.replace(/%(?:0D|0A|3A|2C|25)/g, (each) => escapes[each] ?? each);
}

describe("a workflow command", () => {
  it("says file, line, column, rule and message", () => {
    const place = { file: "./schemas/checkout.json", line: 3, column: 7, pointer: "/required" };
    expect(toGithub([finding({ place, hint: "make it optional" })])).toBe(
      "::error file=schemas/checkout.json,line=3,col=7,title=required-added::currency is required%0Amake it optional",
    );
  });

  it("has no place where there is none", () => {
    expect(toGithub([finding({ severity: "note" })])).toBe(
      "::notice title=required-added::currency is required",
    );
    expect(toGithub([])).toBe("");
  });

  it("of a graver finding comes first: only ten of a kind are shown", () => {
    const severities = ["note", "error", "warning", "error"] as const;
    const lines = toGithub(
      severities.map((severity, index) => finding({ severity, message: String(index) })),
    ).split("\n");
    expect(lines.map((line) => read(line).command + read(line).data)).toEqual([
      "error1",
      "error3",
      "warning2",
      "notice0",
    ]);
  });

  it("keeps hostile texts in their places, on one line", () => {
    const place = { file: HOSTILE_NAME, line: 2 };
    const text = toGithub([finding({ rule: HOSTILE_TEXT, message: HOSTILE_TEXT, place })]);
    expect(text).not.toMatch(/[\r\n]/);
    expect(read(text)).toEqual({
      command: "error",
      properties: { file: printable(HOSTILE_NAME), line: "2", title: printable(HOSTILE_TEXT) },
      data: printable(HOSTILE_TEXT),
    });
  });

  it.each(["%", "%25", "%0A", "::", ",", "=", "\n", "\r\n", "a::b,c=d%", "]", "##[error]"])(
    "says %j in its place",
    (text) => {
      const place = { file: `x${text}`, line: 1 };
      const line = toGithub([finding({ rule: text, message: text, place })]);
      expect(read(line)).toMatchObject({
        properties: { file: `x${printable(text)}`, title: printable(text) },
        data: printable(text),
      });
      expect(line.split(/[\r\n]/)).toHaveLength(1);
    },
  );
});
