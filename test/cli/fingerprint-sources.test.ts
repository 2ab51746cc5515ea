import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
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
    const at = Date.now();
    const before = fingerprintSources(sources, at);
    expect(fingerprintSources(sources, at)).toBe(before);
    writeFileSync(path.join(schemas, "added.json"), "{}");
    expect(fingerprintSources(sources, at)).not.toBe(before);
  });

  it("knows a second write with the time of the first, of a file that was new", () => {
    const file = path.join(schemas, "written.json");
    const written = new Date();
    const write = (text: string): void => {
      writeFileSync(file, text);
      utimesSync(file, written, written);
    };
    write("[1]");
    const at = written.getTime() + 50;
    const before = fingerprintSources(sources, at);
    write("[2]");
    expect(fingerprintSources(sources, at)).not.toBe(before);
    write("[1]");
    expect(fingerprintSources(sources, at)).toBe(before);
  });
});
