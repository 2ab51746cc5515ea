import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { rememberSources } from "../../src/watch/remember-sources.js";

const folder = mkdtempSync(path.join(tmpdir(), "fingerprint-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("remembered sources", () => {
  const schemas = path.join(folder, "schemas");
  const missing = path.join(folder, "missing");
  const sources = {
    ...{ files: [missing], directories: [schemas, missing] },
    passesOver: (file: string) => path.basename(file) === "out",
  };

  it("is read past links that lead to themselves, and directories that are not there", () => {
    mkdirSync(schemas);
    symlinkSync("loop", path.join(schemas, "loop"));
    symlinkSync(schemas, path.join(schemas, "back"));
    const remembered = rememberSources(sources);
    mkdirSync(path.join(schemas, "out"));
    writeFileSync(path.join(schemas, "out/index.ts"), "");
    expect(remembered.haveChanged()).toBe(false);
    writeFileSync(path.join(schemas, "added.json"), "{}");
    expect(remembered.haveChanged()).toBe(true);
  });

  it("knows a second write with the time of the first, of a file that was new", () => {
    const file = path.join(schemas, "written.json");
    const written = new Date();
    const write = (text: string): void => {
      writeFileSync(file, text);
      utimesSync(file, written, written);
    };
    write("[1]");
    const remembered = rememberSources(sources);
    write("[2]");
    expect(remembered.haveChanged()).toBe(true);
    write("[1]");
    expect(remembered.haveChanged()).toBe(false);
  });
});
