/** Freezing: what says draft says the date, and nothing else is touched. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readRelease, type ReleaseFile } from "../../src/load/release.js";
import { filesBelow } from "../../src/load/release-files.js";
import { freeze, withManifest } from "../../src/release/freeze.js";
import { repository } from "../support/published.js";

const PREFIX = "https://example.com/schemas/draft";

function file(name: string, text: string): ReleaseFile {
  return { path: name, bytes: new TextEncoder().encode(text) };
}

function frozen(files: readonly ReleaseFile[], to = "2026-12-01"): ReadonlyMap<string, string> {
  const { release } = readRelease("draft", files);
  const made = freeze(release, files, { from: "draft", to });
  return new Map(made.map((each) => [each.path, new TextDecoder().decode(each.bytes)]));
}

/** With a capability beside it, which says where the release is. */
function text(name: string, content: string): string | undefined {
  const base = file("checkout.json", `{"$id":"${PREFIX}/checkout.json"}`);
  return frozen([base, file(name, content)]).get(name);
}

describe("freeze", () => {
  it("writes the date in $ids, in URLs of the release and in versions", () => {
    const draft = `{ "$id": "${PREFIX}/gift.json", "name": "com.example.gift", "version": "draft",
      "$defs": { "a": { "$ref": "${PREFIX}/checkout.json#/x" }, "b": { "const": "${PREFIX}" } } }`;
    expect(text("gift.json", draft)).toBe(draft.replaceAll("draft", "2026-12-01"));
  });

  it("writes it in the version of a service", () => {
    const draft = '{"openapi":"3.1.0","info":{"version":"draft"},"version":"draft"}';
    expect(text("rest.json", draft)).toBe(draft.replace('"draft"', '"2026-12-01"'));
  });

  it.each([
    ["a description", `{"description":"see ${PREFIX} as draft"}`],
    ["a value of the same word", '{"enum":["draft"],"default":"draft"}'],
    ["the version of what has no name", '{"version":"draft"}'],
    ["a release that only begins alike", `{"$ref":"${PREFIX}-2/x.json"}`],
    ["somebody else's draft", '{"$schema":"https://json-schema.org/draft/2020-12/schema"}'],
    ["a relative reference", '{"$ref":"types/draft.json"}'],
    ["a key", `{"${PREFIX}/x":1}`],
  ])("leaves %s alone", (_, content) => {
    expect(text("x.json", content)).toBe(content);
  });

  it("keeps every other byte: spaces, escapes, the order of members and numbers", () => {
    const content = `\r\n{\t"b" :1.0e2 ,"$id":\n"${PREFIX}\\/x.json", "\\u0061":"\\u00e9é" }\n\n`;
    expect(text("x.json", content)).toBe(content.replace("draft", "2026-12-01"));
  });

  it("follows a relative reference that leaves the release and comes back", () => {
    const content = `{"$id":"${PREFIX}/x.json","$ref":"../draft/checkout.json#/draft"}`;
    expect(text("x.json", content)).toBe(
      `{"$id":"${PREFIX.replace("draft", "2026-12-01")}/x.json","$ref":"../2026-12-01/checkout.json#/draft"}`,
    );
  });

  it("copies what is no JSON", () => {
    expect(text("notes.md", `draft ${PREFIX}`)).toBe(`draft ${PREFIX}`);
  });

  it("refuses a draft whose $ids say something else", () => {
    const files = [file("x.json", '{"$id":"https://example.com/schemas/next/x.json"}')];
    expect(() => frozen(files)).toThrow(/^RELEASE_DRAFT_IDS: .*\/next.*\/draft/);
  });

  it("and back again gives the same bytes, of the repository's own draft", () => {
    const files = filesBelow(path.join(repository, "schemas/draft"), () => true);
    const { release } = readRelease("schemas/draft", files);
    const there = freeze(release, files, { from: "draft", to: "2026-12-01" });
    const changed = there.filter((each, index) => !equal(each, files[index]));
    expect(changed.length).toBeGreaterThan(80);
    const dated = readRelease("schemas/2026-12-01", there).release;
    expect(dated.prefix).toBe("https://proto.dev/schemas/2026-12-01");
    const back = freeze(dated, there, { from: "2026-12-01", to: "draft" });
    expect(back.every((each, index) => equal(each, files[index]))).toBe(true);
  });
});

function equal(left: ReleaseFile, right: ReleaseFile | undefined): boolean {
  return right !== undefined && Buffer.from(left.bytes).equals(right.bytes);
}

describe("the manifest", () => {
  it("of the repository's release has the hash of each file, sorted", () => {
    const directory = path.join(repository, "schemas/2026-11-20");
    const files = filesBelow(directory, (name) => name !== "manifest.json");
    const [manifest] = withManifest(files, "2026-11-20", "manifest.json").slice(-1);
    const written = readFileSync(path.join(directory, "manifest.json"), "utf8");
    expect(new TextDecoder().decode(manifest?.bytes)).toBe(written);
    const {
      manifest: format,
      release,
      files: hashes,
    } = JSON.parse(written) as Record<string, never>;
    expect([format, release]).toEqual([1, "2026-11-20"]);
    expect(Object.keys(hashes ?? {})).toEqual(files.map((each) => each.path).sort());
  });
});
