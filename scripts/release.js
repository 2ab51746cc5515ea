/**
 * Releases the version that the package.json files name: `node scripts/release.js`. It checks that nothing is uncommitted, that all
 * places agree on the version and that no placeholder is left; it builds, packs both packages into `release/`, checks the archives,
 * installs them in an empty folder and generates there; then it tags the commit. With `--dry-run` there is no tag. It publishes
 * nothing: it prints the commands that do.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { packageProblems } from "./check-packages.js";
import { installInto } from "./install-size.js";
import { PACKAGES, packBoth } from "./pack.js";
import { contactProblem, isReserved } from "./require-contact.js";

const OUT = "release";

/** The files that have the version, and where. */
const VERSIONS = [
  ["package.json", /"version": "([^"]+)"/],
  ["package.json", /"@proto-gen\/runtime": "([^"]+)"/],
  ["src/runtime/package.json", /"version": "([^"]+)"/],
  ["src/runtime/package.json", /proto-gen-runtime-(\d[^"]*?)-has-codegen/],
  ["src/write/manifest.ts", /version: "([^"]+)"/],
];

/** @returns why the files of a clone are not ready to be released */
export function releaseProblems(read) {
  const { version } = JSON.parse(read("package.json"));
  return [
    ...VERSIONS.flatMap(([file, pattern]) => {
      const found = pattern.exec(read(file))?.[1];
      return found === version ? [] : [`${file} has the version ${found}, not ${version}`];
    }),
    ...changelogProblems(read("CHANGELOG.md"), version),
    ...[contactProblem(read("SECURITY.md")) ?? []].flat(),
    ...Object.values(PACKAGES).flatMap((directory) => {
      const file = path.posix.join(directory, "package.json");
      return placeholders(read(file)).map((host) => `${file} has the placeholder ${host}`);
    }),
  ];
}

function changelogProblems(text, version) {
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading.trim());
  return [
    ...(headings[0] === "Unreleased"
      ? [`CHANGELOG.md begins with Unreleased: name the section ${version}`]
      : []),
    ...(headings.includes(version) ? [] : [`CHANGELOG.md has no section ${version}`]),
  ];
}

/** Hosts of addresses and URLs that no one can have. */
function placeholders(text) {
  const hosts = [...text.matchAll(/(?:@|:\/\/)([\w-]+(?:\.[\w-]+)+)/g)].map(([, host]) => host);
  return hosts.filter((host) => isReserved(host));
}

function git(...args) {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}

function gitProblems(tag) {
  return [
    ...(git("status", "--porcelain") === "" ? [] : ["there are changes that are not committed"]),
    ...(git("tag", "--list", tag) === "" ? [] : [`the tag ${tag} is there already`]),
  ];
}

/** Installs the archives as a user does, and generates. */
function tryArchives(archives) {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-release-"));
  try {
    installInto(directory, archives);
    const profile = path.resolve("profile.json");
    const run = (...args) =>
      execFileSync("npx", ["--no-install", "proto-gen", ...args], {
        cwd: directory,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
    run("--profile", profile, "--quiet");
    if (!existsSync(path.join(directory, "generated/index.ts")))
      throw new Error("the packed proto-gen generated nothing");
    return run("--version").trim();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function release({ isDryRun }) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const tag = `v${version}`;
  const problems = [...gitProblems(tag), ...releaseProblems((file) => readFileSync(file, "utf8"))];
  if (problems.length > 0) return problems;
  execFileSync(process.execPath, ["scripts/build.js", "--if-stale"], { stdio: "inherit" });
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  const archives = packBoth(path.resolve(OUT), process.cwd());
  for (const archive of Object.values(archives)) problems.push(...(await packageProblems(archive)));
  if (problems.length > 0) return problems;
  const installed = tryArchives(archives);
  if (installed !== version) return [`the packed proto-gen says that it is ${installed}`];
  if (!isDryRun) git("tag", "--annotate", tag, "--message", `proto-gen ${version}`);
  const files = [archives.runtime, archives.generator].map((each) =>
    path.join(OUT, path.basename(each)),
  );
  console.log(isDryRun ? `${tag} can be released` : `tagged ${tag}`);
  console.log([`git push origin ${tag}`, ...files.map((file) => `npm publish ${file}`)].join("\n"));
  return [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(fileURLToPath(new URL("../", import.meta.url)));
  const problems = await release({ isDryRun: process.argv.includes("--dry-run") });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
