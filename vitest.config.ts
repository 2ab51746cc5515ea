import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const repository = fileURLToPath(new URL("./", import.meta.url));

const DIRECTORIES = ["test", "templates/storefront/test"];
const TESTS = DIRECTORIES.map((directory) => `${directory}/**/*.test.ts`);
const NO_TESTS = ["test/.out/**"];

/** What the tool keeps for the user who runs it is nobody's here. */
const ENVIRONMENT = { XDG_CACHE_HOME: path.join(repository, "test/.out/cache") };

const DATABASE_URL = process.env["DATABASE_URL"];

/** Scenarios that know no more of a business than its address: they run against several businesses. */
const SCENARIOS = ["test/blackbox/*.test.ts", "test/specification/blackbox/*.test.ts"];

/**
 * `quick` is what a change needs at once (`npm test`). `full` is what that leaves out: files named `*.full.test.ts`, and
 * tests with a size, which `quick` runs small. `mock` and `storefront` run the scenarios of `quick` again, against the
 * process of `proto-gen mock`, of a copy of `templates/storefront`, and of a project that `proto-gen init` wrote (`starter`); `postgres` runs them against a copy that keeps its data
 * in the database that `DATABASE_URL` names. `packages` sets up a new project in every combination of package manager, source, Node
 * and workspace. `npm run test:all` runs all of them.
 */
export default defineConfig({
  resolve: {
    // Tests run against the runtime's source, so that a stale build cannot hide a change.
    alias: [
      {
        find: /^@proto-gen\/runtime\/([\w/-]+)$/,
        replacement: path.join(repository, "src/runtime/$1/index.ts"),
      },
      { find: /^proto-gen$/, replacement: path.join(repository, "src/index.ts") },
      { find: /^proto-gen\/emitter\/v1$/, replacement: path.join(repository, "src/emit/v1.ts") },
    ],
  },
  test: {
    globalSetup: "test/support/global-setup.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    // A second, which is the default, would judge the machine: a poll that fails is a failure however late it says so.
    expect: { poll: { timeout: 30_000 } },
    // Files share a worker, and what it has imported and compiled: most of the time went into importing it again.
    isolate: false,
    // By default, one core is left unused: half of a machine with two.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: TESTS,
          exclude: [...NO_TESTS, "**/*.full.test.ts"],
          env: ENVIRONMENT,
        },
      },
      {
        extends: true,
        test: {
          name: "full",
          include: ["test/**/*.full.test.ts", ...sizedTests()],
          exclude: NO_TESTS,
          env: { ...ENVIRONMENT, TEST_SIZE: "full" },
          // Thousands of runs on a busy machine take minutes: only what hangs is to be ended.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: { name: "packages", include: ["test/packages/every-combination.ts"] },
      },
      servedScenarios("mock"),
      servedScenarios("storefront"),
      servedScenarios("starter"),
      ...(DATABASE_URL === undefined ? [] : [servedScenarios("postgres")]),
    ],
  },
});

/** The scenarios against the process that a module of `test/support/purchase/` starts. */
function servedScenarios(
  name: "mock" | "storefront" | "starter" | "postgres",
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: SCENARIOS,
      exclude: NO_TESTS,
      globalSetup: `test/support/purchase/serve-${name}.ts`,
      env: ENVIRONMENT,
    },
  };
}

/** Tests that take their sizes from the environment (`test/support/sizes.ts`). */
function sizedTests(): string[] {
  return DIRECTORIES.flatMap((directory) =>
    readdirSync(path.join(repository, directory), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts") && !name.startsWith(".out"))
      .map((name) => path.posix.join(directory, name.split(path.sep).join("/"))),
  ).filter((file) =>
    readFileSync(path.join(repository, file), "utf8").includes("/support/sizes.js"),
  );
}
