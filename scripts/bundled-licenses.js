/**
 * The licences of the libraries that are bundled: each asks that its text goes along with copies of its code. The file also
 * says which version of each a release has, since no package manager lists them.
 */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const DIRECTORY = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * @param modules the files that a bundle was made of
 * @returns the text of the file
 * @throws Error for a package that has no licence
 */
export function bundledLicenses(modules) {
  const directories = new Set(modules.flatMap((file) => DIRECTORY.exec(file)?.[1] ?? []));
  // A package may be there twice, in one version.
  const texts = new Map([...directories].map(licenseIn));
  const sorted = [...texts].sort(([one], [other]) => (one < other ? -1 : 1));
  return `The files of this directory contain code of these packages, whose licences follow.

${sorted.map(([name]) => `- ${name}`).join("\n")}

${sorted.map(([name, text]) => `${"-".repeat(72)}\n${name}\n\n${text.trim()}\n`).join("\n")}`;
}

function licenseIn(directory) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(path.join(directory, "package.json"), "utf8"),
  );
  const file = readdirSync(directory).find((each) => /^licen[cs]e/i.test(each));
  if (typeof license !== "string") throw new Error(`${name} does not say what its licence is`);
  const text =
    file === undefined
      ? `Its package has no text of the licence. Author: ${author?.name ?? author ?? "not named"}.`
      : readFileSync(path.join(directory, file), "utf8");
  return [`${name}@${version} (${license})`, text.replaceAll("\r\n", "\n")];
}
