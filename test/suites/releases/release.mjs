/** The releases to try, and the code that is generated for one of them, as JavaScript. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));
const out = path.join(repository, "test/.out/releases");

/**
 * The repository's own profile, and every directory below PROTO_GEN_PUBLISHED with a profile.json.
 *
 * @returns {{ name: string, profile: string, args: string[] }[]}
 */
export function listReleases(published = process.env.PROTO_GEN_PUBLISHED) {
  const own = path.join(repository, "profile.json");
  const found = published === undefined ? [] : readdirSync(published).sort();
  return [
    ...found
      .map((name) => path.join(published, name))
      .filter((directory) => existsSync(path.join(directory, "profile.json")))
      .map((directory) => describeRelease(directory)),
    { name: "sample", profile: own, args: ["--profile", own] },
  ];
}

/** The schemas are in `source/`, or beside the profile, and published below the authority of the first one. */
function describeRelease(directory) {
  const profile = path.join(directory, "profile.json");
  const source = path.join(directory, "source");
  const schemas = existsSync(source) ? source : directory;
  const [, origin] = /"schema":\s*"(https:\/\/[^/"]+)/.exec(readFileSync(profile, "utf8")) ?? [];
  const from = origin === undefined ? schemas : `${schemas}=${origin}`;
  const args = ["--profile", profile, "--schemas", from];
  return { name: path.basename(directory), profile, args };
}

/** @returns the exit code of `proto-gen`, and what it has printed */
async function run(args) {
  const child = spawn(process.execPath, [path.join(repository, "bin/proto-gen.js"), ...args], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  const [code] = await once(child, "close");
  return { code, text };
}

/** @returns a function that imports a generated module, `load("client")`, and the services */
export async function generateFor({ name, args }, label = name) {
  const directory = path.join(out, label);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const { code, text } = await run([...args, "--out", directory, "--quiet"]);
  if (code !== 0) throw new Error(`generate ended with ${code}\n${text}`);
  for (const file of readdirSync(directory, { recursive: true }))
    if (file.endsWith(".ts") && !file.endsWith(".d.ts")) transpile(path.join(directory, file));
  const load = (module) => import(pathToFileURL(path.join(directory, `${module}.js`)).href);
  return { load, services: await loadServices(directory) };
}

/** The services that the generated code describes. */
async function loadServices(directory) {
  const files = readdirSync(path.join(directory, "services"), { recursive: true });
  const modules = files
    .filter((file) => file.endsWith(".js"))
    .map((file) => import(pathToFileURL(path.join(directory, "services", file)).href));
  return (await Promise.all(modules)).map(({ service }) => service);
}

function transpile(file) {
  const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
    compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(file.replace(/\.ts$/, ".js"), outputText);
}

/**
 * `proto-gen mock` as a process.
 *
 * @returns its addresses, and the events that it has printed
 */
export async function openMock({ args }, ...more) {
  const child = spawn(
    process.execPath,
    [path.join(repository, "bin/proto-gen.js"), "mock", ...args, "--port", "0", "--json", ...more],
    { cwd: repository, stdio: ["ignore", "pipe", "pipe"] },
  );
  let text = "";
  let errors = "";
  const events = [];
  const closed = once(child, "close");
  child.stderr.on("data", (chunk) => (errors += chunk));
  const opened = new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines.filter((each) => each.startsWith("{"))) {
        const event = JSON.parse(line);
        if (event.kind === "opened") resolve(event);
        events.push(event);
      }
    });
    void closed.then(() => reject(new Error(`the mock has not opened\n${errors}\n${text}`)));
  });
  try {
    return {
      ...(await opened),
      events,
      async close() {
        child.kill();
        await closed;
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}
