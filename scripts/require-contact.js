/**
 * `prepublishOnly` of both packages: nothing is published while SECURITY.md names the placeholder, or no address at all, to
 * report a vulnerability to.
 */

import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const FILE = fileURLToPath(new URL("../SECURITY.md", import.meta.url));

const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Names that no one can have (RFC 2606). */
const RESERVED = /(?:\.(?:invalid|example|test|localhost)|(?:^|[@.])example\.(?:com|net|org))$/i;

/** @returns whether a host, or the host of an address, is one that no one can have */
export function isReserved(name) {
  return RESERVED.test(name);
}

/** @returns why the text is not ready to be published; undefined if it is */
export function contactProblem(text) {
  const addresses = text.match(ADDRESS) ?? [];
  if (addresses.length === 0) return "SECURITY.md names no address to report to";
  const placeholder = addresses.find(isReserved);
  return placeholder === undefined
    ? undefined
    : `SECURITY.md has the placeholder ${placeholder}: put a real address in its place before you publish`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = contactProblem(readFileSync(FILE, "utf8"));
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 1;
  }
}
