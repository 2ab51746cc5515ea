import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { watchSources } from "../../src/watch/watch-sources.js";

it("watches a directory with links to directories above them, and rests", async () => {
  const directory = mkdtempSync(path.join(tmpdir(), "watch-sources-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const below = path.join(directory, "schemas/below");
  mkdirSync(below, { recursive: true });
  for (const name of ["one", "two", "three"]) symlinkSync("..", path.join(below, name));
  let changes = 0;
  const watcher = await watchSources({
    sources: () => ({
      ...{ files: [], directories: [path.join(directory, "schemas")] },
      passesOver: () => false,
    }),
    onChange: () => changes++,
  });
  onTestFinished(() => watcher.close());
  const before = process.cpuUsage();
  await pause(2_000);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(1_000);
  writeFileSync(path.join(below, "added.json"), "{}");
  await expect.poll(() => changes).toBeGreaterThan(0);
});
