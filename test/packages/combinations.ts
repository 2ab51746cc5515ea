/**
 * The combinations in which the packages are installed: package managers, where the packages come from, versions of Node, with and
 * without a workspace. The managers and the Nodes come from npm, into a directory that is removed at the end.
 */

import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, it } from "vitest";
import { packPackages } from "../support/packages.js";
import { repository } from "../support/published.js";
import { runCommand } from "../support/user-process.js";
import { MANAGERS, type Manager } from "./managers.js";
import { setUpAndBuy, STEP_NAMES } from "./new-project.js";
import { openRegistry, type Registry } from "./registry.js";

const LONG = 600_000;
const RUNTIME = path.join(repository, "src/runtime");

const SOURCES = ["tarballs", "registry"] as const;

export interface Combination {
  readonly manager: Manager;
  readonly source: (typeof SOURCES)[number];
  /** The major version of Node; the one that runs the tests if undefined. */
  readonly node: number | undefined;
  readonly isWorkspace: boolean;
}

/** All of them: those that differ most in how they install come first. */
export const ALL: readonly Combination[] = [20, 22, 24].flatMap((node) =>
  [false, true].flatMap((isWorkspace) =>
    SOURCES.flatMap((source) =>
      MANAGERS.map((manager) => ({ manager, source, node, isWorkspace })),
    ),
  ),
);

interface Setup {
  readonly directory: string;
  readonly archives: { readonly generator: string; readonly runtime: string };
  readonly registry: Registry;
  /** The directory with the executable of a major version. */
  readonly nodes: ReadonlyMap<number, string>;
}

/** Declares a test for each; the seconds of its steps are printed, a line of a table for each. */
export function describeCombinations(combinations: readonly Combination[]): void {
  let setup: Setup;

  beforeAll(async () => {
    setup = await prepare(combinations);
    const head = ["manager", "from", "Node", "workspace", ...STEP_NAMES];
    console.log(`${row(head)}\n${row(head.map(() => "---"))}`);
  }, LONG);
  afterAll(async () => {
    await setup.registry.close();
    await rm(setup.directory, { recursive: true, force: true });
  }, LONG);

  describe.each(combinations)(
    "$manager.name, from $source, on Node $node, in a workspace: $isWorkspace",
    (combination) => {
      it(
        "installs both packages, configures, generates, checks, watches, compiles, and buys from the mock",
        async () => {
          const seconds = await run(combination, setup);
          const { manager, source, node, isWorkspace } = combination;
          const major = String(node ?? process.versions.node);
          const cells = [manager.name, source, major, isWorkspace ? "yes" : "no"];
          console.log(row([...cells, ...seconds.map((each) => each.toFixed(1))]));
        },
        LONG,
      );
    },
  );
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

async function prepare(combinations: readonly Combination[]): Promise<Setup> {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "proto-gen-managers-")));
  const { generator, runtime } = await packPackages(directory);
  const archives = {
    generator: path.join(directory, generator.filename),
    runtime: path.join(directory, runtime.filename),
  };
  const majors = [...new Set(combinations.flatMap(({ node }) => node ?? []))];
  const platform = `node-${process.platform}-${process.arch}`;
  const tools = [
    ...new Set(combinations.flatMap(({ manager }) => manager.from ?? [])),
    ...majors.map((major) => `node-${major}@npm:${platform}@${major}`),
  ];
  const options = ["--no-audit", "--no-fund", "--prefer-offline", "--prefix", directory];
  if (tools.length > 0)
    await runCommand("npm", ["install", ...options, ...tools], { cwd: directory });
  const upstream = await runCommand("npm", ["config", "get", "registry"], { cwd: directory });
  const registry = await openRegistry(
    [
      { directory: repository, archive: archives.generator },
      { directory: RUNTIME, archive: archives.runtime },
    ],
    upstream.stdout.trim(),
  );
  const nodes = majors.map(
    (major) => [major, path.join(directory, `node_modules/node-${major}/bin`)] as const,
  );
  return { directory, archives, registry, nodes: new Map(nodes) };
}

function run(
  { manager, source, node, isWorkspace }: Combination,
  { directory, archives, registry, nodes }: Setup,
): Promise<readonly number[]> {
  const project = mkdtempSync(path.join(directory, "project-"));
  const caches = path.join(directory, "caches");
  mkdirSync(caches, { recursive: true });
  const before = node === undefined ? [] : [nodes.get(node) ?? ""];
  const isFromFile = source === "tarballs";
  const named = (name: string, file: string): string =>
    isFromFile ? manager.fromFile(name, file) : name;
  return setUpAndBuy({
    manager,
    command:
      manager.from === undefined
        ? manager.command
        : path.join(directory, "node_modules/.bin", manager.command),
    directory: project,
    isWorkspace,
    generator: named("proto-gen", archives.generator),
    runtime: named("@proto-gen/runtime", archives.runtime),
    registry: isFromFile ? undefined : registry.url,
    env: {
      PATH: [...before, process.env["PATH"] ?? ""].join(path.delimiter),
      CI: "1",
      // These keep a package by its name and version: one that an earlier run packed has the same.
      ...Object.fromEntries(
        ["YARN_GLOBAL_FOLDER", "BUN_INSTALL_CACHE_DIR", "npm_config_store_dir"].map((name) => [
          name,
          path.join(caches, name),
        ]),
      ),
      ...{ YARN_ENABLE_IMMUTABLE_INSTALLS: "false", YARN_ENABLE_TELEMETRY: "0" },
      XDG_CACHE_HOME: path.join(project, "cache"),
    },
  });
}
