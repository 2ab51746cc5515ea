import { rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkTree } from "../../src/write/check-tree.js";
import type { ManifestRecord } from "../../src/write/manifest.js";
import { writeTree } from "../../src/write/write-tree.js";
import { get, listTree, put, temporaryDirectory } from "./temporary.js";

const record: ManifestRecord = { options: {}, inputs: [], absent: [] };
const written = ["a.ts", "b.ts", "c.ts", "d.ts"].map((path) => ({ path, content: "one\ntwo\n" }));

describe("checkTree", () => {
  it("finds nothing where nothing differs", () => {
    const out = temporaryDirectory();
    writeTree(out, written, record);
    expect(checkTree(out, written, record)).toEqual({ ok: true, compared: 5, findings: [] });
    expect(checkTree(out, written)).toEqual({ ok: true, compared: 4, findings: [] });
  });

  it("tells stale, hand-edited, missing and orphaned apart, and changes nothing", () => {
    const out = temporaryDirectory();
    writeTree(out, written, record);
    put(out, "b.ts", "one\nmine\n");
    const before = listTree(out).map((name) => get(out, name));
    const next = ["a.ts", "b.ts", "new.ts"].map((path) => ({
      path,
      content: path === "b.ts" ? "one\ntwo\n" : "one\n2\n",
    }));
    const { ok, findings } = checkTree(out, next);
    expect(ok).toBe(false);
    expect(findings).toEqual([
      { path: "a.ts", state: "stale", diff: "@@ -1,3 +1,3 @@\n one\n-two\n+2\n \n" },
      { path: "b.ts", state: "hand-edited", diff: "@@ -1,3 +1,3 @@\n one\n-mine\n+two\n \n" },
      { path: "c.ts", state: "orphaned" },
      { path: "d.ts", state: "orphaned" },
      { path: "new.ts", state: "missing" },
    ]);
    expect(listTree(out).map((name) => get(out, name))).toEqual(before);
  });

  it("says that a link stands there, and nothing of what it leads to", () => {
    const out = temporaryDirectory();
    writeTree(out, written, record);
    put(out, "secret", "one\ntwo\n");
    for (const name of ["a.ts", "b.ts", "d.ts", "manifest.json"]) {
      rmSync(path.join(out, name));
      symlinkSync(name === "b.ts" ? "nowhere" : "secret", path.join(out, name));
    }
    const { findings } = checkTree(out, written.slice(0, 3), record);
    expect(findings).toEqual([
      { path: "a.ts", state: "linked" },
      { path: "b.ts", state: "linked" },
      { path: "manifest.json", state: "linked" },
    ]);
  });

  it("calls an edit that happens to be what would be written no finding", () => {
    const out = temporaryDirectory();
    writeTree(out, written, record);
    put(out, "a.ts", "next");
    const next = written.map((file) =>
      file.path === "a.ts" ? { ...file, content: "next" } : file,
    );
    expect(checkTree(out, next).ok).toBe(true);
  });

  it("finds a manifest that records other inputs", () => {
    const out = temporaryDirectory();
    writeTree(out, written, record);
    const { findings } = checkTree(out, written, {
      ...record,
      inputs: [{ uri: "profile", sha256: "ff" }],
    });
    expect(findings.map(({ path, state }) => `${path} ${state}`)).toEqual(["manifest.json stale"]);
  });

  it("calls what no manifest recorded stale, since nobody knows who wrote it", () => {
    const out = temporaryDirectory();
    put(out, "a.ts", "?");
    expect(checkTree(out, written.slice(0, 1)).findings).toMatchObject([
      { path: "a.ts", state: "stale" },
    ]);
  });
});
