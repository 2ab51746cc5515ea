import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const runtime = fileURLToPath(new URL("./src/runtime/", import.meta.url));

export default defineConfig({
  resolve: {
    // Tests run against the runtime's source, so that a stale build cannot hide a change.
    alias: [{ find: /^@proto-gen\/runtime\/([\w/-]+)$/, replacement: `${runtime}$1/index.ts` }],
  },
  test: {
    include: ["test/**/*.test.ts", "templates/storefront/test/**/*.test.ts"],
    exclude: ["test/.out/**"],
    testTimeout: 60_000,
    pool: "forks",
    // A second, which is the default, would judge the machine: a poll that fails is a failure however late it says so.
    expect: { poll: { timeout: 30_000 } },
  },
});
