/**
 * Remembers the manifests that runs on this machine have written, in the user's cache. Whoever can change the output can
 * change the manifest with it: without this, output altered together with its hash would look up to date (ADR 53).
 */

import { readFileSync, realpathSync } from "node:fs";
import { homedir, platform as systemPlatform } from "node:os";
import nodePath from "node:path";
import { replaceFile } from "./replace-file.js";
import { sha256 } from "../text/sha256.js";

export interface RunMemory {
  /** False also where the cache is gone: then a full run says. */
  wrote(out: string, manifest: string): boolean;
  /** Without a cache that can be written, the next run is a full one. */
  remember(out: string, manifest: string): void;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function createRunMemory(env: Environment, platform: string = systemPlatform()): RunMemory {
  const fileOf = (out: string): string =>
    nodePath.join(cacheDirectory(env, platform), "proto-gen", "runs", sha256(realpathSync(out)));
  return {
    wrote(out, manifest) {
      try {
        return readFileSync(fileOf(out), "utf8") === sha256(manifest);
      } catch {
        return false;
      }
    },
    remember(out, manifest) {
      try {
        replaceFile(fileOf(out), sha256(manifest), 0o600);
      } catch {
        // A home that cannot be written is common in containers.
      }
    },
  };
}

/** The system's directory for files that can be made again: the XDG base directory, or its equivalent. */
export function cacheDirectory(env: Environment, platform: string = systemPlatform()): string {
  const chosen = env["XDG_CACHE_HOME"];
  // A relative one is to be ignored (XDG Base Directory Specification).
  if (chosen !== undefined && nodePath.isAbsolute(chosen)) return chosen;
  if (platform === "win32" && env["LOCALAPPDATA"] !== undefined) return env["LOCALAPPDATA"];
  const home = homedir();
  return platform === "darwin"
    ? nodePath.join(home, "Library", "Caches")
    : nodePath.join(home, ".cache");
}
