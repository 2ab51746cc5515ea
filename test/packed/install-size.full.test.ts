/** What an installation takes: the figure of the README, and the limit that it stays below. */

import path from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { readPage } from "../support/documentation.js";
import { repository } from "../support/published.js";
import { runCommand } from "../support/user-process.js";

/** Two thirds of the 137 MB that an installation took when every library was a dependency of its own. */
const LIMIT_MB = 91;
/** The README was written on another day: what we depend on has had releases since. */
const DRIFT_MB = 2;
const DRIFT_PACKAGES = 4;

const SENTENCE = /(\d+) MB in (\d+) packages/;

/** Each costs more than all of our own code, and a smaller part of it is bundled, or one command asks for it. */
const ABSENT = ["ts-morph", "@redocly/openapi-core", "lodash", "openapi-typescript"];

function figure(text: string): readonly [number, number] {
  const [, megabytes, packages] = SENTENCE.exec(text) ?? [];
  return [Number(megabytes), Number(packages)];
}

describe("an installation of both packages", () => {
  it("takes what the README says, and at most the limit", async () => {
    const script = path.join(repository, "scripts/install-size.js");
    const { stdout } = await runCommand(process.execPath, [script], { cwd: repository });
    const [megabytes, packages] = figure(stdout);
    const [said, saidPackages] = figure(readPage("README.md"));
    expect(megabytes, stdout).toBeLessThanOrEqual(LIMIT_MB);
    expect(Math.abs(megabytes - said), stdout).toBeLessThanOrEqual(DRIFT_MB);
    expect(Math.abs(packages - saidPackages), stdout).toBeLessThanOrEqual(DRIFT_PACKAGES);
    const names = [...stdout.matchAll(/^ *[\d.]+ {2}(\S+)$/gm)].map(([, name]) => name);
    expect(names).toHaveLength(packages);
    expect(names.filter((name) => ABSENT.includes(name ?? ""))).toEqual([]);
  });
});
