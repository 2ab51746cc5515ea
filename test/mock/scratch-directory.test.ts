/** The directory of one run of a mock: a system that has no place for it is the user's to mend. */

import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { createScratchDirectory } from "../../src/mock/scratch-directory.js";
import { repository } from "../support/published.js";

function diagnosticsOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof ProtoGenError ? error.diagnostics : error;
  }
}

describe("the directory of a run", () => {
  it("is made anew below the system's directory for temporary files", () => {
    const directory = createScratchDirectory();
    expect(existsSync(directory)).toBe(true);
    rmSync(directory, { recursive: true });
  });

  it.each([
    ["that does not exist", "no-such-directory", "cannot be created"],
    ["that is a file", "README.md", "its parent is a file, not a directory"],
  ])("is refused in one %s, which TMPDIR names", (_, name, why) => {
    const parent = path.join(repository, name);
    vi.stubEnv("TMPDIR", parent);
    try {
      expect(diagnosticsOf(createScratchDirectory)).toMatchObject([
        {
          code: "WRITE_FAILED",
          message: `the directory for temporary files, ${parent}: ${why}`,
          hint: "set TMPDIR to a directory that exists and is writable",
        },
      ]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
