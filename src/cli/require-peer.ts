/**
 * Packages that a single command needs, and that a project installs when it uses that command: optional peers. A command asks
 * for them before it reads anything (docs/adr/0109-what-an-install-brings.md).
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { failure } from "../errors.js";
import { packageDirectory } from "../load/schema-root.js";
import type { Host } from "./host.js";
import { installCommand } from "./package-manager.js";

export interface PeerNeed {
  readonly name: string;
  /** The command, and for what it needs the package; before "needs". */
  readonly who: string;
}

/**
 * @param resolve finds the package's module, as `require.resolve` does
 * @throws ProtoGenError PACKAGE_MISSING, whose hint is the command that installs the package
 */
export function requirePeer(
  { name, who }: PeerNeed,
  { env }: Pick<Host, "env">,
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): void {
  try {
    resolve(name);
  } catch {
    throw failure("PACKAGE_MISSING", `${who} needs the package ${name}, which is not installed`, {
      hint: installCommand(`${name}@${rangeOf(name)}`, env),
    });
  }
}

/** The major version that our package.json asks for. */
function rangeOf(name: string): string {
  const text = readFileSync(path.join(packageDirectory(), "package.json"), "utf8");
  const { peerDependencies } = JSON.parse(text) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  return (peerDependencies[name] ?? "*").replace(/^\^(\d+)\..*$/, "$1");
}
