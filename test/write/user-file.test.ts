/** A file of the user's own: what is read, what is kept of it, and when it is not written (`src/write/user-file.ts`). */

import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { openUserFile } from "../../src/write/user-file.js";
import { get, listTree, put, temporaryDirectory } from "./temporary.js";

const LARGEST = 2 * 1024 * 1024;

/** The code and message of what is thrown; undefined where nothing is. */
function refusal(act: () => unknown): readonly [code: string, message: string] | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return [error.diagnostics[0]!.code, error.diagnostics[0]!.message];
  }
}

describe("a user's file", () => {
  it("is read, and replaced with its permissions", () => {
    const directory = temporaryDirectory();
    put(directory, "a.ts", "one");
    chmodSync(path.join(directory, "a.ts"), 0o640);
    const file = openUserFile(path.join(directory, "a.ts"));
    expect(file.text).toBe("one");
    file.replace("two");
    expect(get(directory, "a.ts")).toBe("two");
    expect(statSync(path.join(directory, "a.ts")).mode & 0o777).toBe(0o640);
    expect(listTree(directory)).toEqual(["a.ts"]);
  });

  it("keeps its byte-order mark, which is no part of its text", () => {
    const directory = temporaryDirectory();
    put(directory, "a.ts", "\ufeffone");
    const file = openUserFile(path.join(directory, "a.ts"));
    expect(file.text).toBe("one");
    file.replace("two");
    expect(get(directory, "a.ts")).toBe("\ufefftwo");
  });

  it("is made where there was none, with its directory", () => {
    const directory = temporaryDirectory();
    const file = openUserFile(path.join(directory, "deep/a.ts"));
    expect(file.text).toBeUndefined();
    file.replace("new");
    expect(get(directory, "deep/a.ts")).toBe("new");
  });

  it("is read and replaced where its directory is reached by a link", () => {
    const directory = temporaryDirectory();
    put(directory, "real/a.ts", "one");
    symlinkSync(path.join(directory, "real"), path.join(directory, "link"));
    openUserFile(path.join(directory, "link/a.ts")).replace("two");
    expect(get(directory, "real/a.ts")).toBe("two");
  });

  it("may have 2 MiB, and no more", () => {
    const directory = temporaryDirectory();
    put(directory, "a.ts", "x".repeat(LARGEST));
    expect(openUserFile(path.join(directory, "a.ts")).text).toHaveLength(LARGEST);
    put(directory, "b.ts", "x".repeat(LARGEST + 1));
    const [code, message] = refusal(() => openUserFile(path.join(directory, "b.ts")))!;
    expect(code).toBe("USAGE_INTO");
    expect(message).toContain(`b.ts has ${LARGEST + 1} bytes; the limit is ${LARGEST}`);
  });

  it("is not a directory", () => {
    const directory = temporaryDirectory();
    const [code, message] = refusal(() => openUserFile(directory))!;
    expect(code).toBe("USAGE_INTO");
    expect(message).toContain("is not a file");
  });

  it("is UTF-8", () => {
    const file = path.join(temporaryDirectory(), "a.ts");
    writeFileSync(file, Buffer.from([0xfc]));
    const [code, message] = refusal(() => openUserFile(file))!;
    expect(code).toBe("USAGE_INTO");
    expect(message).toContain("not UTF-8");
  });

  it("is refused where the system refuses it", () => {
    const directory = temporaryDirectory();
    put(directory, "a", "a file");
    const [code, message] = refusal(() => openUserFile(path.join(directory, "a/b.ts")))!;
    expect(code).toBe("WRITE_FAILED");
    expect(message).toContain("ENOTDIR");
  });
});

describe("a user's file that was changed in the meantime is not replaced", () => {
  const changed = (directory: string, change: (file: string) => void): unknown => {
    const name = path.join(directory, "a.ts");
    const file = openUserFile(name);
    change(name);
    return refusal(() => file.replace("generated"))?.[0];
  };

  it("by another text", () => {
    const directory = temporaryDirectory();
    put(directory, "a.ts", "one");
    expect(changed(directory, () => put(directory, "a.ts", "theirs"))).toBe("WRITE_FAILED");
    expect(get(directory, "a.ts")).toBe("theirs");
  });

  it("by being removed", () => {
    const directory = temporaryDirectory();
    put(directory, "a.ts", "one");
    expect(changed(directory, (file) => rmSync(file))).toBe("WRITE_FAILED");
    expect(listTree(directory)).toEqual([]);
  });

  it("by being made, where there was none", () => {
    const directory = temporaryDirectory();
    expect(changed(directory, () => put(directory, "a.ts", "theirs"))).toBe("WRITE_FAILED");
    expect(get(directory, "a.ts")).toBe("theirs");
  });

  it("by becoming a directory", () => {
    const directory = temporaryDirectory();
    expect(changed(directory, (file) => mkdirSync(file))).toBe("USAGE_INTO");
  });
});
