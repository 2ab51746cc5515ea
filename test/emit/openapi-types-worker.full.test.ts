/** The worker that makes `openapi.d.ts`: it answers as the same thread does, and outlives nothing (DESIGN §10). */

import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { startOpenapiTypes } from "../../src/emit/openapi/types/openapi-types.js";
import { writeEmitted } from "../support/emitted.js";
import { DOCUMENTS, withSchemas } from "../support/openapi-documents.js";
import { repository } from "../support/published.js";

const run = promisify(execFile);
const BUILT = pathToFileURL(path.join(repository, "dist/emit/openapi/types/")).href;
const WORKER = new URL("worker.js", BUILT);
const SMALL = withSchemas({ a: { type: "string" } });
const BROKEN = withSchemas({ a: { $ref: "https://example.com/a.json" } });

function worker(name: string, content: string): URL {
  const directory = writeEmitted(`openapi-types-worker-${name}`, [{ path: "worker.mjs", content }]);
  return pathToFileURL(path.join(directory, "worker.mjs"));
}

async function here(document: JsonObject): Promise<string> {
  return startOpenapiTypes(undefined).declarationsOf(document);
}

describe("the worker", () => {
  it("answers what the same thread answers", async () => {
    const types = startOpenapiTypes(WORKER);
    const documents = Object.values(DOCUMENTS);
    const answers = await Promise.all(documents.map((document) => types.declarationsOf(document)));
    expect(answers).toEqual(await Promise.all(documents.map(here)));
    types.close();
  });

  it("fails with an error of its own, and goes on", async () => {
    const types = startOpenapiTypes(WORKER);
    const failure = types.declarationsOf(BROKEN);
    await expect(failure).rejects.toThrow("OPENAPI_TYPES: the document does not contain");
    await expect(failure).rejects.toBeInstanceOf(Error);
    expect(await types.declarationsOf(SMALL)).toBe(await here(SMALL));
    types.close();
  });

  it("fails what it still owes when it is closed, and is replaced from then on", async () => {
    const types = startOpenapiTypes(WORKER);
    const pending = types.declarationsOf(SMALL);
    types.close();
    types.close();
    await expect(pending).rejects.toThrow("OPENAPI_TYPES: the worker was closed");
    expect(await types.declarationsOf(SMALL)).toBe(await here(SMALL));
  });

  it.each([
    ["is not there", new URL("missing.js", BUILT)],
    ["is no file", new URL("https://example.com/worker.js")],
  ])("is replaced by the same thread where its module %s", async (_, entry) => {
    expect(await startOpenapiTypes(entry).declarationsOf(SMALL)).toBe(await here(SMALL));
  });

  it.each([
    ["throws", 'throw new Error("broken");'],
    ["ends", ""],
    ["leaves", "process.exit(3);"],
    ["does not parse", "const"],
    ["lacks a package", 'import "a-package-that-is-not-there";'],
  ])("is replaced by the same thread where its module %s", async (name, content) => {
    const types = startOpenapiTypes(worker(name.replaceAll(" ", "-"), content));
    expect(await types.declarationsOf(SMALL)).toBe(await here(SMALL));
    expect(await types.declarationsOf(SMALL)).toBe(await here(SMALL));
    types.close();
  });

  it("fails its questions where it breaks on the way", async () => {
    const entry = worker(
      "breaks",
      `import { parentPort } from "node:worker_threads";
      parentPort.on("message", ({ id }) => {
        if (id > 0) throw new Error("broken on the way");
        parentPort.postMessage({ kind: "text", id, text: "first" });
      });
      parentPort.postMessage({ kind: "ready" });`,
    );
    const types = startOpenapiTypes(entry);
    // Once it has answered, it is known to have started.
    expect(await types.declarationsOf(SMALL)).toBe("first");
    // The same document again would be answered without it.
    const other = { ...SMALL, info: { title: "Another", version: "1" } };
    await expect(types.declarationsOf(other)).rejects.toThrow("broken on the way");
    expect(await types.declarationsOf(other)).toBe(await here(other));
  });
});

/** What a process of its own prints that runs a script on what is built; one that does not end is killed. */
async function script(body: string, ...flags: readonly string[]): Promise<string> {
  const source = `
    import { createRequire } from "node:module";
    import { startOpenapiTypes } from ${JSON.stringify(new URL("openapi-types.js", BUILT).href)};
    const small = ${JSON.stringify(SMALL)};
    const broken = ${JSON.stringify(BROKEN)};
    const hasCompiler = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.endsWith("typescript.js"));
    ${body}`;
  const { stdout, stderr } = await run(
    process.execPath,
    [...flags, "--input-type=module", "--eval", source],
    { cwd: repository, timeout: 50_000, env: { ...process.env, DEBUG: "*" } },
  );
  return stderr + stdout;
}

describe("a process", () => {
  it("ends where the worker was never asked", async () => {
    expect(await script("startOpenapiTypes();")).toBe("");
  });

  it("ends where the worker was asked and not closed", async () => {
    const body = "console.log((await startOpenapiTypes().declarationsOf(small)).length > 100);";
    expect(await script(body)).toBe("true\n");
  });

  it("ends after a failure", async () => {
    const body =
      "await startOpenapiTypes().declarationsOf(broken).catch(({ message }) => console.log(message));";
    expect(await script(body)).toMatch(/^OPENAPI_TYPES: .*\n$/);
  });

  it("has the compiler in the worker only, and waits for its answer", async () => {
    const body = `
      const types = startOpenapiTypes();
      types.declarationsOf(small).then(() => { console.log(hasCompiler()); types.close(); });`;
    expect(await script(body)).toBe("false\n");
  });

  it("that may have no workers has the same text", async () => {
    const body = `
      delete process.env.DEBUG;
      process.stdout.write(await startOpenapiTypes().declarationsOf(small));
      process.stdout.write(String(hasCompiler()));`;
    const { allowedNodeEnvironmentFlags: known } = process;
    const permission = known.has("--permission") ? "--permission" : "--experimental-permission";
    const flags = [permission, "--allow-fs-read=*", "--no-warnings"];
    expect(await script(body, ...flags)).toBe(`${await here(SMALL)}true`);
  });
});
