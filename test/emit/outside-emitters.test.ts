/** Emitters of others take part in a run, or are refused with an error that names them: nothing of them is ignored. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { startEmit } from "../../src/emit/emit.js";
import type { Emission, Emitter, EmitterModel as Model } from "../../src/emit/emitter.js";
import { code } from "../../src/source/code.js";
import { ModuleScope } from "../../src/source/module-scope.js";
import { identifier } from "../../src/text/identifier.js";
import { generate, type GenerateOptions, type Generation } from "../../src/generate.js";
import { checkTree } from "../../src/write/check-tree.js";
import { MANIFEST_PATH, parseManifest, recordedOptions } from "../../src/write/manifest.js";
import { findUpToDate } from "../../src/write/up-to-date.js";
import { createInputResolver } from "../../src/write/input-bytes.js";
import { writeTree } from "../../src/write/write-tree.js";
import { modelRelease } from "../support/compose-release.js";
import { ownRelease } from "../support/published.js";
import { temporaryDirectory } from "../write/temporary.js";

const { profile } = ownRelease;

function emitter(name: string, files: readonly unknown[], more: object = {}): Emitter {
  const emit = (): readonly Emission[] => files as readonly Emission[];
  return { name, version: "1", needs: [], emit, ...more };
}

const NOTE = { path: "note.txt", content: "hello\n" };

function run(
  emitters: readonly unknown[],
  more: Partial<GenerateOptions> = {},
): Promise<Generation> {
  const only = emitters.length > 0 ? ["release", "note"] : ["release"];
  return generate({ profile, only, emitters: emitters as readonly Emitter[], ...more });
}

/** What is wrong with the emitters, or with what they return, on a model that all tests share. */
async function message(
  emitters: readonly unknown[],
  { only = ["release", "note"], code }: Pick<GenerateOptions, "only" | "code"> = {},
): Promise<string> {
  try {
    const started = startEmit(only, emitters as readonly Emitter[]);
    await started.emit(await modelRelease(ownRelease), { code }).finally(() => started.close());
    return "it ran";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A module that imports a package and a generated module. */
function moduleEmitter(): Emitter {
  const scope = new ModuleScope("notes/sizes", [identifier("size")]);
  const z = scope.import({ package: "zod" }, identifier("z"));
  const values = scope.import({ module: "release" }, identifier("releaseValues"));
  return emitter(
    "note",
    [
      {
        path: scope.path,
        imports: scope.imports,
        constants: [],
        declarations: [
          {
            subject: identifier("size"),
            docs: [
              code`export const size: number = Object.keys({ ...${z}, ...${values} }).length;`,
            ],
          },
        ],
      },
    ],
    { needs: ["release"] },
  );
}

function endless(): readonly unknown[] {
  const doc: unknown[] = [];
  doc.push(["(", doc, ")"]);
  return doc;
}

function paths({ files }: Generation): readonly string[] {
  return files.map((file) => file.path);
}

describe("an emitter of others", () => {
  it("runs beside this package's, and its files are written like all others", async () => {
    const out = temporaryDirectory();
    const generation = await run([emitter("note", [NOTE])]);
    expect(paths(generation)).toEqual(["note.txt", "release.ts"]);
    writeTree(out, generation.files, generation.record);
    expect(readFileSync(path.join(out, "note.txt"), "utf8")).toBe("hello\n");
    expect(checkTree(out, generation.files, generation.record).ok).toBe(true);
    writeFileSync(path.join(out, "note.txt"), "hallo\n");
    const { findings } = checkTree(out, generation.files, generation.record);
    expect(findings.map(({ state, path: file }) => `${state} ${file}`)).toEqual([
      "hand-edited note.txt",
    ]);
    writeTree(out, generation.files, generation.record);
    const without = await run([]);
    expect(writeTree(out, without.files, without.record).removed).toEqual(["note.txt"]);
    expect(existsSync(path.join(out, "note.txt"))).toBe(false);
  });

  it("runs where --only names it, with what it needs, and not where it names others", async () => {
    const both = [moduleEmitter(), emitter("other", [{ path: "other.txt", content: "" }])];
    expect(paths(await run(both, { only: ["note"] }))).toEqual(["notes/sizes.ts", "release.ts"]);
    expect(paths(await run(both, { only: ["release"] }))).toEqual(["release.ts"]);
    const chain = [emitter("note", [NOTE], { needs: ["other"] }), both[1]!];
    expect(paths(await run(chain, { only: ["note"] }))).toEqual(["note.txt", "other.txt"]);
    expect(await message(both, { only: ["not"] })).toContain("did you mean note?");
  });

  it("imports a package by its name, and a generated module by its place and extension", async () => {
    const module = async (importExtension: "js" | "none"): Promise<string> => {
      const code = { language: "ts", importExtension } as const;
      const { files } = await run([moduleEmitter()], { code });
      return files.find((file) => file.path === "notes/sizes.ts")!.content;
    };
    expect(await module("js")).toContain(
      'import { z } from "zod";\nimport { releaseValues } from "../release.js";',
    );
    expect(await module("none")).toContain('import { releaseValues } from "../release";');
  });

  it("is translated to JavaScript", async () => {
    const code = { language: "js", importExtension: "js" } as const;
    const generation = await run([moduleEmitter()], { code });
    expect(paths(generation)).toEqual([
      ...["notes/sizes.d.ts", "notes/sizes.js", "release.d.ts", "release.js"],
    ]);
  });

  it("begins, is told the transports, and is closed, whatever comes of the run", async () => {
    const calls: string[] = [];
    const starting = (emit: () => readonly Emission[]): Emitter => ({
      name: "note",
      version: "1",
      needs: [],
      start() {
        calls.push("start");
        return {
          prepare: (transports) => void calls.push([...transports].sort().join()),
          emit,
          close: () => void calls.push("close"),
        };
      },
    });
    await run([starting(() => [NOTE])]);
    expect(calls).toEqual(["start", "mcp,rest", "close"]);
    const fail = (): never => {
      throw new Error("no disk");
    };
    expect(await run([starting(fail)]).catch(String)).toContain(
      "EMITTER_FAILED: emitter note: no disk",
    );
    expect(calls.slice(3)).toEqual(["start", "mcp,rest", "close"]);
    const broken = { name: "late", version: "1", needs: [], start: fail };
    expect(() => startEmit(undefined, [starting(() => []), broken])).toThrow(
      "emitter late: no disk",
    );
    expect(calls.slice(6)).toEqual(["start", "close"]);
  });

  it("is recorded with its version: a run with another version of it is not up to date", async () => {
    const out = temporaryDirectory();
    const emitters = (version: string): readonly Emitter[] => [
      emitter("note", [NOTE], { version }),
    ];
    const only = ["release", "note"];
    const generation = await run(emitters("1"));
    const { manifest } = writeTree(out, generation.files, generation.record);
    expect(parseManifest(manifest)?.options["emitters"]).toEqual([{ name: "note", version: "1" }]);
    const upToDate = (given?: readonly Emitter[]): boolean =>
      findUpToDate({
        out,
        options: recordedOptions({ only, emitters: given }),
        resolveInput: createInputResolver({ profile }),
        memory: { wrote: () => true },
      }) !== undefined;
    expect(upToDate(emitters("1"))).toBe(true);
    expect(upToDate(emitters("2"))).toBe(false);
    expect(upToDate()).toBe(false);
  });

  it.each([
    ["is no object", [7], "emitters[0] is not an object"],
    ["has no name", [{}], "emitters[0] has no name"],
    ["has a name that is none", [emitter("Zod, x", [])], "emitters[0] has no name"],
    ["has a built-in emitter's name", [emitter("types", [])], "emitter types: another emitter has"],
    ["is there twice", [emitter("a", []), emitter("a", [])], "emitter a: another emitter has"],
    ["has no version", [emitter("a", [], { version: "" })], "emitter a: it has no version"],
    ["has no list of needs", [emitter("a", [], { needs: "types" })], "needs is not a list"],
    ["needs what nobody has", [emitter("a", [], { needs: ["typs"] })], "emitter a needs typs"],
    ["has no emit", [emitter("a", [], { emit: 1 })], "emitter a: it must have either"],
    ["has emit and start", [emitter("a", [], { start() {} })], "emitter a: it must have either"],
  ])("is refused before anything runs if it %s", async (_, emitters, text) => {
    const found = await message(emitters);
    expect(found).toContain(
      `EMITTER_INVALID: ${text.startsWith("needs") ? "emitter a: " : ""}${text}`,
    );
  });

  it("is refused if emitters is no list", async () => {
    const emitters = "zod" as unknown as readonly Emitter[];
    await expect(generate({ profile, emitters })).rejects.toThrow("emitters is not a list");
  });

  const module = { path: "m", imports: [], constants: [], declarations: [] };

  it.each([
    ["no list", 7, "it returns no list"],
    ["nothing", [undefined], "neither a file nor a fragment"],
    ["a file without a path", [{ content: "" }], "has no path"],
    ["a path above", [{ path: "../x", content: "" }], '"../x" is not a path below'],
    ["an absolute path", [{ path: "/etc/x", content: "" }], '"/etc/x" is not a path below'],
    ["a fragment above", [{ ...module, path: "a/../../x" }], "is not a path below"],
    ["bytes", [{ path: "x", content: Buffer.from("x") }], 'the content of "x" is not text'],
    ["a note that is no text", [{ path: "x", content: "", note: 1 }], 'the note of "x"'],
    ["a path that is no text", [{ path: "\ud800", content: "" }], "is not a path below"],
    ["content that is no text", [{ path: "x", content: "\ud800" }], 'the content of "x"'],
    ["a hole", new Array(1), "neither a file nor a fragment"],
    ["an import of nothing", [{ ...module, imports: [{ name: "a" }] }], "an import that no"],
    [
      "an import that is code",
      [
        {
          ...module,
          imports: [{ from: { package: "x" }, name: "a; b", local: "a", typeOnly: false }],
        },
      ],
      "an import that no",
    ],
    ["a declaration of nothing", [{ ...module, declarations: [null] }], "without a subject"],
    ["a number as a document", [{ ...module, constants: [5] }], "cannot be printed"],
    ["an unknown document", [{ ...module, constants: [{ kind: "x" }] }], "cannot be printed"],
    ["a document inside itself", [{ ...module, constants: [endless()] }], "cannot be printed"],
    ["half a fragment", [{ path: "x", imports: [] }], '"x" has neither content nor'],
    [
      "a module of types",
      [{ path: "index.ts", content: "" }],
      "index.ts is written by proto-gen, too",
    ],
    ["a part of a built-in module", [{ ...module, path: "release" }], "release.ts is written by"],
    ["the manifest", [{ path: "Manifest.json", content: "" }], "Manifest.json is written by"],
    ["a file twice", [NOTE, NOTE], "note.txt is written by another of its files"],
    ["one name in two cases", [NOTE, { ...NOTE, path: "NOTE.txt" }], "NOTE.txt is written by"],
    ["a module as a file, too", [module, { path: "m.ts", content: "" }], "m.ts is written by"],
    [
      "a file above a directory",
      [{ path: "release.ts/x", content: "" }],
      "release.ts is a file and",
    ],
  ])("is refused if it returns %s", async (_, returned, text) => {
    const found = await message([emitter("note", returned as readonly unknown[])]);
    expect(found).toContain("EMITTER_OUTPUT: emitter note: ");
    expect(found).toContain(text);
  });

  it.each<[string, (model: Model) => unknown]>([
    ["a module", ({ modules }) => (modules as unknown[]).push(0)],
    ["a type", ({ modules }) => (modules[0]!.types as unknown[]).pop()],
    ["a name", ({ vocabulary }) => (vocabulary as Map<unknown, unknown>).clear()],
    ["an operation", ({ services }) => Object.assign(services[0]!.operations[0]!, { id: "x" })],
    [
      "a member of a type",
      ({ modules }) => {
        const nodes = modules.flatMap(({ types }) =>
          types.map(({ definition }) => definition.node),
        );
        const { properties } = nodes.find((node) => node.properties.size > 0)!;
        (properties as Map<unknown, unknown>).delete([...properties.keys()][0]);
      },
    ],
  ])("is named where it changes %s of the model", async (_, change) => {
    const emit = (model: Model): readonly Emission[] => {
      change(model);
      return [];
    };
    expect(await message([emitter("note", [], { emit })])).toMatch(
      /EMITTER_FAILED: emitter note: .*(?:read only|not extensible|cannot be changed|Cannot delete)/,
    );
  });

  it("cannot change a path or a content once it is checked", async () => {
    let reads = 0;
    const file = {
      get path() {
        return reads++ === 0 ? "note.txt" : "../note.txt";
      },
      content: "",
    };
    const generation = await run([emitter("note", [file])]);
    expect(paths(generation)).toEqual(["note.txt", "release.ts"]);
  });

  it("is refused a file that another emitter of others writes", async () => {
    const both = [emitter("note", [NOTE]), emitter("other", [NOTE])];
    expect(await message(both, { only: ["note", "other"] })).toContain(
      "EMITTER_OUTPUT: emitter other: note.txt is written by emitter note, too",
    );
  });

  it("is refused the files that a module becomes as JavaScript", async () => {
    const code = { language: "js", importExtension: "js" } as const;
    const files = [{ path: "release.d.ts", content: "" }];
    expect(await message([emitter("note", files)])).toBe("it ran");
    expect(await message([emitter("note", files)], { code })).toContain(
      "release.d.ts is written by",
    );
  });

  it.each([
    ["a text", "oops", "emitter note: oops"],
    ["nothing", undefined, "emitter note: it threw a value that is not an Error"],
    [
      "an error that throws",
      Object.defineProperty(new Error(), "message", { get: () => BigInt("x") }),
      "emitter note: it threw",
    ],
    ["an error without a text", Object.assign(new Error(), { message: 7 }), "is not an Error"],
  ])("is named where it throws %s", async (_, thrown, text) => {
    const emit = (): never => {
      throw thrown;
    };
    expect(await message([emitter("note", [], { emit })])).toContain(text);
  });
});

describe("the manifest of a run without emitters of others", () => {
  it("has no word of them", () => {
    expect(Object.keys(recordedOptions({ emitters: [] }))).toEqual([]);
    expect(MANIFEST_PATH).toBe("manifest.json");
  });
});
