/** The generated `commerce.ts` stands apart, and goes with the runtime that it was made for. */

import { readFileSync } from "node:fs";
import path from "node:path";
import {
  requireRuntime,
  RUNTIME_VERSION,
  RuntimeMismatch,
  type GeneratedFor,
} from "@proto-gen/runtime/codegen/version";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { compileProblems } from "../../support/compile.js";
import { importEmitted, writeEmitted } from "../../support/emitted.js";
import { repository } from "../../support/published.js";

const GENERATED = path.join(repository, "generated");
const { version } = JSON.parse(
  readFileSync(path.join(repository, "src/runtime/package.json"), "utf8"),
) as { readonly version: string };

/** The modules that a module of the sample's generated code imports at run time, itself among them. */
function loadedBy(entry: string): ReadonlySet<string> {
  const known = loadedFrom.get(entry) ?? modulesFrom(entry);
  loadedFrom.set(entry, known);
  return known;
}

const loadedFrom = new Map<string, ReadonlySet<string>>();

function modulesFrom(entry: string): ReadonlySet<string> {
  const loaded = new Set<string>();
  const waiting = [entry];
  for (const file of waiting) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const options = { verbatimModuleSyntax: true, target: ts.ScriptTarget.ES2022 };
    const text = readFileSync(path.join(GENERATED, file), "utf8");
    const { outputText } = ts.transpileModule(text, { compilerOptions: options });
    for (const { fileName } of ts.preProcessFile(outputText).importedFiles)
      if (fileName.startsWith("."))
        waiting.push(path.posix.join(path.posix.dirname(file), fileName).replace(/\.js$/, ".ts"));
  }
  return loaded;
}

describe("commerce.ts", () => {
  it.each(["index.ts", "client.ts", "server.ts", "types-by-name.ts"])(
    "is not loaded with %s",
    (entry) => {
      expect(loadedBy(entry).has("commerce.ts")).toBe(false);
      expect(loadedBy(entry).size).toBeGreaterThan(2);
    },
  );

  it("loads the values of the release and the check of events, and neither server nor client", () => {
    const loaded = loadedBy("commerce.ts");
    expect(loaded).toContain("release.ts");
    expect(loaded).toContain("schemas/shopping/order-event.ts");
    expect(loaded).not.toContain("server.ts");
    expect(loaded).not.toContain("client.ts");
  });
});

describe("the version of the runtime", () => {
  it("is that of its package", () => {
    expect(RUNTIME_VERSION).toBe(version);
  });

  it.each(["server.ts", "client.ts", "commerce.ts"])("is asked for by %s", (file) => {
    const text = readFileSync(path.join(GENERATED, file), "utf8");
    expect(text).toContain(`\nrequireRuntime("${version}");\n`);
  });

  it.each(["0.1.0", "0.1.7", "0.1.0-rc.1"])("goes with code for %s", (other) => {
    expect(() => requireRuntime(other as GeneratedFor)).not.toThrow();
  });

  it.each(["0.0.9", "0.2.0", "1.1.0", "0.10.0", "10.1.0", "0.1", "", undefined, "0.1.x"])(
    "does not go with code for %s",
    (other) => {
      expect(() => requireRuntime(other as GeneratedFor)).toThrow(RuntimeMismatch);
    },
  );
});

describe("code for another version of the runtime", () => {
  /** A module that was generated for it, beside all that it imports. */
  function generatedFor(other: string, file: string): string {
    const files = [...loadedBy(file)].map((name) => {
      const content = readFileSync(path.join(GENERATED, name), "utf8");
      const changed = content.replace(`requireRuntime("${version}")`, `requireRuntime("${other}")`);
      return { path: name, content: changed };
    });
    return writeEmitted(`runtime-${other}-${file}`, files);
  }

  it.each([
    ["0.2.0", "server.ts"],
    ["0.2.0", "client.ts"],
    ["0.0.3", "commerce.ts"],
  ])("throws for %s on import of %s, with both versions and what to do", async (other, file) => {
    const importing = importEmitted(generatedFor(other, file), file);
    await expect(importing).rejects.toMatchObject({
      name: "RuntimeMismatch",
      code: "RUNTIME_MISMATCH",
      generatedFor: other,
      runtime: version,
    });
    await expect(importing).rejects.toThrow(
      `generated for @proto-gen/runtime ${other}, but ${version} is installed: ` +
        `run proto-gen ${version}, or install @proto-gen/runtime@${other}`,
    );
  });

  it("does not compile", () => {
    const directory = generatedFor("0.2.0", "release.ts");
    const call = `import { requireRuntime } from "@proto-gen/runtime/codegen/version";\n`;
    const wrong = writeEmitted(`${path.basename(directory)}-call`, [
      { path: "call.ts", content: `${call}requireRuntime("0.2.0");\n` },
      { path: "right.ts", content: `${call}requireRuntime("0.1.4");\n` },
    ]);
    const files = ["call.ts", "right.ts"].map((name) => path.join(wrong, name));
    expect(compileProblems({ files })).toEqual([
      expect.stringMatching(/call\.ts: .*"0\.2\.0".* is not assignable .*0\.1\.\$\{number\}/),
    ]);
  });
});
