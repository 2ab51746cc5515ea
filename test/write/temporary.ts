/** A directory for one test, removed after it. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function put(directory: string, name: string, content: string): void {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

export function get(directory: string, name: string): string {
  return readFileSync(path.join(directory, name), "utf8");
}

/** Every file and directory below, sorted; directories end in a slash. */
export function listTree(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        path.relative(directory, path.join(entry.parentPath, entry.name)) +
        (entry.isDirectory() ? "/" : ""),
    )
    .sort();
}
