/** A lock file that says something else than its schema has: the error points into it. */

import { describe, expect, it } from "vitest";
import { diagnosticsIn, release, runTool } from "../support/release.js";

const HASH = "a".repeat(64);

describe("a lock file", () => {
  it.each([
    ["is not JSON", '{\n  "documents": {,}\n}', { line: 2, column: 17 }],
    ["has a name twice", `{"documents": {"a": "${HASH}", "a": "${HASH}"}}`, { line: 1 }],
    ["is an array", "[]", { line: 1, column: 1 }],
    ["has no documents", "{}", { line: 1, column: 1 }],
    ["has a list of documents", '{"documents": []}', { line: 1 }],
    [
      "has null for a hash",
      '{"documents": {"https://a.example/b": null}}',
      { pointer: "/documents/https:~1~1a.example~1b" },
    ],
    [
      "has a path for a hash",
      '{"documents": {"__proto__": "../a"}}',
      { pointer: "/documents/__proto__" },
    ],
  ])("that %s is refused at that place", async (_, text, place) => {
    const given = release({ files: { "proto-gen.lock.json": text } });
    const result = await runTool([...given.args, "--json"]);
    expect(result.code).toBe(4);
    const file = expect.stringMatching(/proto-gen\.lock\.json$/) as string;
    expect(diagnosticsIn(result)).toMatchObject([{ code: "LOAD_LOCK_INVALID", file, ...place }]);
  });

  it("that is a directory is an error of the file", async () => {
    const given = release({ files: { "proto-gen.lock.json/a": "" } });
    const { code, err } = await runTool(given.args);
    expect([code, err]).toEqual([2, expect.stringContaining("is a directory, not a file")]);
  });
});
