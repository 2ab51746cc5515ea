/** What a side may be, and what is said of one that cannot be read: never that nothing changed. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { diff } from "../../src/diff/compare.js";
import type { SideChoice } from "../../src/diff/side.js";
import { ProtoGenError } from "../../src/errors.js";
import { generate } from "../../src/generate.js";
import { readReleaseFiles } from "../../src/load/release.js";
import { writeTree } from "../../src/write/write-tree.js";

const RELEASE = "schemas/2026-11-27";
const PROFILE = "profile.json";
const scratch = mkdtempSync(path.join(tmpdir(), "proto-gen-diff-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const released: SideChoice = { name: "2026-11-27", directory: RELEASE };

function copy(name: string, edits: Readonly<Record<string, (text: string) => string>>): SideChoice {
  const directory = path.join(scratch, name);
  cpSync(RELEASE, directory, { recursive: true });
  for (const [file, edit] of Object.entries(edits)) {
    const at = path.join(directory, file);
    const text = readFileSync(at, "utf8");
    const changed = edit(text);
    expect(changed).not.toBe(text);
    writeFileSync(at, changed);
  }
  return { name, directory };
}

async function codesOf(before: SideChoice, after: SideChoice): Promise<string[]> {
  const failed = await diff({ before, after }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return failed instanceof ProtoGenError ? failed.diagnostics.map(({ code }) => code) : ["none"];
}

const withoutTitle = (text: string): string => text.replace(/\n\s*"title": "[^"]*",/, "");
const optionalTitle = (text: string): string =>
  text.replace(/("required": \[[^\]]*?),?\s*"title"/, "$1");

describe("a side", () => {
  it("is a directory, or files that were read elsewhere", async () => {
    const files = readReleaseFiles(RELEASE);
    const same = await diff({ before: released, after: { name: "git:HEAD:schemas", files } });
    expect(same.changes).toEqual([]);
    expect(same.after).toEqual({
      name: "git:HEAD:schemas",
      source: "git:HEAD:schemas",
      version: "2026-11-27",
    });
  });

  it("is a release under another date: its URLs alone are no change", async () => {
    const files = readReleaseFiles(RELEASE).map(({ path: file, bytes }) => ({
      path: file,
      bytes: Buffer.from(Buffer.from(bytes).toString().replaceAll("2026-11-27", "2027-01-15")),
    }));
    const { changes } = await diff({ before: released, after: { name: "next", files } });
    // Examples say the date too.
    const others = changes.filter(({ message }) => message !== "examples changed");
    expect(new Set(others.map(({ rule }) => rule))).toEqual(new Set(["version-changed"]));
  });

  it("sees its own files alone: one that is missing is not taken from another release", async () => {
    const files = readReleaseFiles(RELEASE).filter(
      (file) => file.path !== "shopping/types/item.json",
    );
    expect(await codesOf(released, { name: "gap", files })).toEqual(["LOAD_REF_UNRESOLVED"]);
  });

  it("is what a manifest was generated from", async () => {
    const out = path.join(scratch, "generated");
    const { files, record } = await generate({ profile: PROFILE });
    writeTree(out, files, record);
    const manifest: SideChoice = { name: "generated", manifest: path.join(out, "manifest.json") };
    const same = await diff({ before: manifest, after: released, profile: PROFILE });
    expect(same.changes).toEqual([]);
    const edited = copy("edited", { "shopping/types/item.json": optionalTitle });
    const { changes } = await diff({ before: manifest, after: edited, profile: PROFILE });
    expect(changes.map(({ rule }) => rule)).toContain("required-removed");
  });

  it("is no manifest whose inputs have changed", async () => {
    const out = path.join(scratch, "stale");
    const { files, record } = await generate({ profile: PROFILE });
    const inputs = record.inputs.map((input) => ({ ...input, sha256: "0".repeat(64) }));
    writeTree(out, files, { ...record, inputs });
    const manifest: SideChoice = { name: "stale", manifest: path.join(out, "manifest.json") };
    expect(await codesOf(manifest, released)).toEqual(["LOAD_STALE_MANIFEST"]);
  });

  it.each([
    ["no JSON", { "shopping/cart.json": (text: string) => `${text},` }, "JSON_SYNTAX"],
    [
      "a reference to nothing",
      {
        "shopping/cart.json": (text: string) => text.replace("types/context.json", "types/no.json"),
      },
      "LOAD_REF_UNRESOLVED",
    ],
    [
      "no schema",
      {
        "shopping/cart.json": (text: string) => text.replace(/"type": "object"/, '"type": "thing"'),
      },
      "SCHEMA_INVALID",
    ],
  ])("with %s is an error, whichever side it is", async (name, edits, code) => {
    const broken = copy(name.replaceAll(" ", "-"), edits);
    expect(await codesOf(released, broken)).toEqual([code]);
    expect(await codesOf(broken, released)).toEqual([code]);
    expect(await codesOf(broken, broken)).toEqual([code]);
  });

  it("that was altered after its release is an error where the release is meant", async () => {
    const edited = copy("2026-11-27", { "shopping/cart.json": withoutTitle });
    const release = { ...edited, isRelease: true };
    const failed = await diff({ before: released, after: release }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(ProtoGenError);
    const { diagnostics } = failed as ProtoGenError;
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.code).toBe("RELEASE_ALTERED");
    expect(diagnostics[0]?.place?.file).toMatch(/2026-11-27\/shopping\/cart\.json$/);
    expect(diagnostics[0]?.hint).toContain("git restore");
    // By its path it is what stands there.
    const { changes } = await diff({ before: released, after: edited });
    expect(changes.map(({ rule }) => rule)).toEqual(["description-changed"]);
  });

  it("without any document is an error", async () => {
    expect(await codesOf({ name: "empty", files: [] }, released)).toEqual(["LOAD_EMPTY_RELEASE"]);
  });
});

describe("a profile", () => {
  it("restricts the comparison to its capabilities", async () => {
    const edited = copy("cart", {
      "shopping/cart.json": withoutTitle,
      "shopping/checkout.json": withoutTitle,
    });
    const profile = path.join(scratch, "cart-profile.json");
    const { proto, ...rest } = JSON.parse(readFileSync(PROFILE, "utf8")) as {
      readonly proto: { readonly capabilities: Readonly<Record<string, unknown>> };
    };
    const cart = "dev.proto.shopping.cart";
    const capabilities = { [cart]: proto.capabilities[cart] };
    writeFileSync(profile, JSON.stringify({ ...rest, proto: { ...proto, capabilities } }));
    const all = await diff({ before: released, after: edited });
    const some = await diff({ before: released, after: edited, profile });
    expect(new Set(all.changes.map(({ capability }) => capability))).toEqual(
      new Set([cart, "dev.proto.shopping.checkout"]),
    );
    expect(new Set(some.changes.map(({ capability }) => capability))).toEqual(new Set([cart]));
  });
});

describe("a role", () => {
  it("decides the level", async () => {
    const edited = copy("role", { "shopping/types/item.json": optionalTitle });
    const levels = async (role?: "platform" | "business"): Promise<string[]> => {
      const { changes } = await diff({
        before: released,
        after: edited,
        ...(role === undefined ? {} : { role }),
      });
      const found = changes.filter(
        ({ rule, direction }) => rule === "required-removed" && direction === "response",
      );
      return found.map(({ level }) => level);
    };
    expect(await levels()).toEqual(["breaking"]);
    expect(await levels("platform")).toEqual(["breaking"]);
    expect(await levels("business")).toEqual(["safe"]);
  });
});
