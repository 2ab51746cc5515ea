import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { isUpToDate } from "../../src/write/up-to-date.js";
import { writeTree } from "../../src/write/write-tree.js";
import { get, put, temporaryDirectory } from "./temporary.js";

const SCHEMA = "https://proto.dev/schemas/a.json";
const ABSENT = "https://proto.dev/schemas/b.json";
const OPTIONS = { only: ["types"] };

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

describe("isUpToDate", () => {
  let out: string;
  let inputs: Map<string, string>;

  function upToDate(options: Readonly<Record<string, string[]>> = OPTIONS): boolean {
    return isUpToDate(out, options, (uri) => {
      const text = inputs.get(uri);
      return text === undefined ? undefined : Buffer.from(text);
    });
  }

  beforeEach(() => {
    out = temporaryDirectory();
    inputs = new Map([
      ["profile", "{}"],
      [SCHEMA, "{ }"],
    ]);
    const record = {
      options: OPTIONS,
      inputs: [...inputs].map(([uri, text]) => ({ uri, sha256: sha256(text) })),
      absent: [ABSENT],
    };
    writeTree(out, [{ path: "x/a.ts", content: "1" }], record);
  });

  it("holds after a run", () => {
    expect(upToDate()).toBe(true);
  });

  it.each<[string, () => void]>([
    ["an input changes", () => inputs.set(SCHEMA, "{  }")],
    ["an input goes", () => inputs.delete(SCHEMA)],
    ["an input that was absent appears", () => inputs.set(ABSENT, "{}")],
    ["a platform profile is given", () => inputs.set("platform", "{}")],
    ["an output was edited", () => put(out, "x/a.ts", "2")],
    ["an output is missing", () => rmSync(path.join(out, "x/a.ts"))],
    ["the manifest is missing", () => rmSync(path.join(out, "manifest.json"))],
    ["the manifest is broken", () => put(out, "manifest.json", "{")],
    ["the manifest is no object of ours", () => put(out, "manifest.json", "[1]")],
    ["the manifest was edited", () => put(out, "manifest.json", `${get(out, "manifest.json")}\n`)],
    [
      "another version wrote it",
      () => put(out, "manifest.json", get(out, "manifest.json").replace("0.1.0", "0.0.9")),
    ],
    ["the directory is missing", () => rmSync(out, { recursive: true })],
  ])("does not hold when %s", (_, change) => {
    change();
    expect(upToDate()).toBe(false);
  });

  it("does not hold with other options", () => {
    expect(upToDate({})).toBe(false);
    expect(upToDate({ only: ["types", "validators"] })).toBe(false);
  });

  it("does not hold, and does not throw, when an input cannot be read", () => {
    const fail = (): never => {
      throw new Error("EACCES");
    };
    expect(isUpToDate(out, OPTIONS, fail)).toBe(false);
  });
});
