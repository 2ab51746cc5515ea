import { readFileSync } from "node:fs";
import { check } from "prettier";
import { describe, expect, it } from "vitest";
import {
  createManifest,
  isForeignManifest,
  manifestText,
  parseManifest,
  recordedOptions,
  TOOL,
} from "../../src/write/manifest.js";

const record = {
  options: recordedOptions({ capabilities: ["b", "a@2026-11-20"], only: ["types"] }),
  inputs: [
    { uri: "profile", sha256: "11" },
    { uri: "https://proto.dev/schemas/a.json", sha256: "22" },
  ],
  absent: ["https://b.example/", "https://a.example/"],
};
const files = [
  { path: "index.ts", content: "export {};\n" },
  { path: "capabilities/a.ts", content: "" },
];

describe("manifest.json", () => {
  it("is sorted, whatever the order it was made in", () => {
    const text = manifestText(createManifest(record, files));
    const reversed = {
      options: { only: ["types"], capabilities: ["a@2026-11-20", "b"] },
      inputs: [...record.inputs].reverse(),
      absent: [...record.absent].reverse(),
    };
    expect(manifestText(createManifest(reversed, [...files].reverse()))).toBe(text);
    expect(JSON.parse(text)).toEqual({
      tool: { name: "proto-gen", version: TOOL.version },
      options: { capabilities: ["a@2026-11-20", "b"], only: ["types"] },
      inputs: [record.inputs[1], record.inputs[0]],
      absent: ["https://a.example/", "https://b.example/"],
      outputs: [
        {
          path: "capabilities/a.ts",
          sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        },
        {
          path: "index.ts",
          sha256: "8e609bb71c20b858c77f0e9f90bb1319db8477b13f9f965f1a1e18524bf50881",
        },
      ],
    });
  });

  it("is formatted as prettier would", async () => {
    const text = manifestText(createManifest(record, files));
    expect(await check(text, { filepath: "manifest.json", printWidth: 100 })).toBe(true);
  });

  it("is read back as it was written", () => {
    const text = manifestText(createManifest(record, files));
    const manifest = parseManifest(text);
    expect(manifest && manifestText(manifest)).toBe(text);
  });

  it.each([
    "",
    "{",
    "[]",
    "null",
    '{"tool":{"name":"proto-gen","version":"1"}}',
    '<<<<<<< HEAD\n{"tool":{}}',
  ])("is broken as %j", (text) => {
    expect(parseManifest(text)).toBeUndefined();
  });

  it("is another program's where it does not name this tool", () => {
    expect(isForeignManifest('{"name":"an app","icons":[]}')).toBe(true);
    expect(isForeignManifest('{"tool":{"name":"proto-gen","version":"9.9.9"}}')).toBe(false);
    expect(isForeignManifest("<<<<<<< HEAD")).toBe(false);
  });

  it("names the tool as package.json does", () => {
    const { name, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
      name: string;
      version: string;
    };
    expect(TOOL).toEqual({ name, version });
  });
});

describe("recordedOptions", () => {
  it("is the same for the same choice in another order, and says nothing of what was not chosen", () => {
    expect(recordedOptions({ only: ["types", "negotiation", "types"] })).toEqual({
      only: ["negotiation", "types"],
    });
    expect(recordedOptions({})).toEqual({});
    expect(recordedOptions({ capabilities: undefined })).toEqual({});
  });
});
