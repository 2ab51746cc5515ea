/** Starts each generator as its own process, `node <its bin>`, the way a build step would. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { BENCH, ROOT, WORK } from "./inputs.js";

const MODULES = join(BENCH, "node_modules");
export const OPENAPI_TS = join(MODULES, "@hey-api/openapi-ts/bin/run.js");
const OPENAPI_TYPESCRIPT = join(MODULES, "openapi-typescript/bin/cli.js");
export const ORVAL = join(MODULES, "orval/dist/bin/orval.js");
export const TSC = join(MODULES, "typescript/bin/tsc");

export function isProtoGenBuilt() {
  return existsSync(join(ROOT, "dist/cli/main.js"));
}

/**
 * Writes proto-gen's output to `.work/<name>`, or to `name` where that is absolute.
 * `only` names emitters, all of them by default; `root` is the checkout that is run.
 */
export function runProtoGen(inputs, name, { only, emit, root = ROOT } = {}) {
  const out = workPath(name);
  const args = [
    ...["--profile", inputs.profile],
    ...["--schemas", inputs.schemasOption],
    ...["--out", relative(root, out)],
    ...(only ? ["--only", only] : []),
    ...(emit ? ["--emit", emit] : []),
    "--quiet",
  ];
  runNode("bin/proto-gen.js", args, root);
  return withFile(out, emit === "js" ? "index.js" : "index.ts");
}

/** Compares the two published releases, and prints all of it. */
export function runProtoGenDiff({ olderSourceDir, sourceDir }, root = ROOT) {
  const args = ["diff", olderSourceDir, sourceDir, "--format", "json", "--fail-on", "none"];
  const stdout = runNode("bin/proto-gen.js", args, root);
  if (JSON.parse(stdout).changes.length > 0) return stdout;
  throw new Error("BENCH_NO_OUTPUT: the published releases are said not to differ");
}

/** Types and zod schemas, no formatter, no linter: its defaults, with logs off. */
export function runOpenapiTs(openapi, name) {
  const out = workPath(name);
  const plugins = ["--plugins", "@hey-api/typescript", "zod"];
  runNode(OPENAPI_TS, ["-i", openapi, "-o", out, ...plugins, "--no-log-file", "--silent"]);
  return withFile(out, "zod.gen.ts");
}

export function runOpenapiTypescript(openapi, name) {
  const out = workPath(name);
  runNode(OPENAPI_TYPESCRIPT, [openapi, "--output", join(out, "schema.d.ts")]);
  return withFile(out, "schema.d.ts");
}

// A generator that writes nothing and exits with 0 would measure wonderfully.
function withFile(out, file) {
  if (existsSync(join(out, file))) return out;
  throw new Error(`BENCH_NO_OUTPUT: ${relative(ROOT, join(out, file))}, after its generator ran`);
}

export function removeWork(name) {
  rmSync(workPath(name), { recursive: true, force: true });
}

export function workPath(name) {
  return resolve(WORK, name);
}

/** Stdout of `node script ...args`, run from the root of a checkout. Throws what the process said. */
export function runNode(script, args, root = ROOT) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) {
    const command = ["node", relative(root, join(root, script)), ...args].join(" ");
    throw new Error(`BENCH_COMMAND_FAILED: exit ${status}: ${command}\n${stderr}${stdout}`.trim());
  }
  return stdout;
}
