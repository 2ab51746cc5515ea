import { afterEach, describe, expect, it, vi } from "vitest";
import { logError, oneLine } from "../src/log-lines.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the shop's log", () => {
  it("has a text in one line, whatever was sent", () => {
    expect(oneLine("a\n::stop-commands::b\u001b[2J\u2028c ##[group]d é")).toBe(
      "a\\u{a}::stop-commands::b\\u{1b}[2J\\u{2028}c \\u{23}#[group]d \\u{e9}",
    );
  });

  it("has no line that the text of an error began", () => {
    const said: string[] = [];
    vi.spyOn(console, "error").mockImplementation((line: string) => void said.push(line));
    logError("mail", new Error("no\n::add-mask::2026\n##[group]x"));
    expect(said.length).toBeGreaterThan(3);
    expect(said[0]).toBe("| mail Error: no");
    for (const line of said) expect(line).toMatch(/^\| [\x20-\x7e]*$/);
    expect(said.join("\n")).not.toContain("##");
  });
});
