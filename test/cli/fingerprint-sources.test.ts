import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fingerprintSources } from "../../src/cli/commands/generate/fingerprint-sources.js";

const folder = mkdtempSync(path.join(tmpdir(), "fingerprint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the fingerprint of sources", () => {
  const schemas = path.join(folder, "schemas");
  const missing = path.join(folder, "missing");
  const sources = { files: [missing], directories: [schemas, missing], out: `${folder}/out` };

  it("is read past links that lead to themselves, and directories that are not there", () => {
    mkdirSync(schemas);
    symlinkSync("loop", path.join(schemas, "loop"));
    symlinkSync(schemas, path.join(schemas, "back"));
    const before = fingerprintSources(sources);
    expect(fingerprintSources(sources)).toBe(before);
    writeFileSync(path.join(schemas, "added.json"), "{}");
    expect(fingerprintSources(sources)).not.toBe(before);
  });
});
