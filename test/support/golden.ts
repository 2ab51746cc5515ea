/**
 * Golden files: what a command printed when someone last looked, below `test/golden`. They are compared
 * byte for byte; `UPDATE_GOLDEN=1` writes them instead, for a look at the diff.
 */

import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { outDirectory, published, repository } from "./published.js";

const UPDATE = (process.env["UPDATE_GOLDEN"] ?? "") !== "";

/** A profile, and the options that name what it needs; with paths as a user in the repository gives them. */
export interface GoldenCase {
  readonly name: string;
  readonly input: readonly string[];
}

export const OWN: GoldenCase = { name: "own", input: ["--profile", "profile.json"] };

/** Without fulfillment, and with a vendor's extensions. */
export const VENDOR: GoldenCase = {
  name: "vendor",
  input: [
    ...["--profile", "test/golden/vendor/profile.json"],
    ...["--schemas", "test/golden/vendor/schemas=https://example.com/schemas"],
  ],
};

/** A release with its registries as arrays; it stands where no name depends on the machine. */
export function publishedCase(): GoldenCase {
  const link = path.join(outDirectory, "published");
  linkTo(path.resolve(published ?? ""), link);
  const directory = `${path.relative(repository, link)}/2026-01-11`;
  return {
    name: "published-2026-01-11",
    input: [
      ...["--profile", `${directory}/profile.json`],
      ...["--schemas", `${directory}/source=https://ucp.dev`],
    ],
  };
}

/** Test files run in processes of their own: another may have been faster. */
function linkTo(target: string, link: string): void {
  mkdirSync(path.dirname(link), { recursive: true });
  if (existsSync(link) && realpathSync(link) === realpathSync(target)) return;
  rmSync(link, { force: true });
  try {
    symlinkSync(target, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

export function expectGolden({ name }: GoldenCase, file: string, actual: string): void {
  const golden = path.join(repository, "test/golden", name, "expected", file);
  if (UPDATE) {
    mkdirSync(path.dirname(golden), { recursive: true });
    writeFileSync(golden, actual);
  }
  expect(actual).toBe(readFileSync(golden, "utf8"));
}
