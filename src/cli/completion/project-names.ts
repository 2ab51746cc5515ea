/**
 * Names that a project has: the targets of its configuration, and the capabilities and releases of its profile. A configuration is a
 * program, which may print, wait or end the process: it is read in a process of its own, whose output nobody sees.
 */

import { fork } from "node:child_process";
import path from "node:path";
import { isRecord } from "../../config/shape.js";
import { readNamedFile } from "../../load/named-file.js";
import { packageDirectory } from "../../load/schema-root.js";
import { isHttpUrl } from "../../text/http-url.js";

/** What is read of a configuration. */
export interface ConfiguredTarget {
  readonly name?: string | undefined;
  readonly profile?: string | undefined;
}

const READER = "dist/cli/completion/configured-targets.js";
/** Nobody waits longer for a name. */
const TIMEOUT_MS = 2000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * @param given the options of the command line, by name
 * @returns none for what cannot be read, and for a profile that is not a file
 */
export async function projectNames(
  what: "capabilities" | "releases" | "targets",
  given: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const profile = what === "targets" ? undefined : given.get("profile");
  const targets = profile === undefined ? await configuredTargets(given) : [{ profile }];
  if (what === "targets") return targets.flatMap(({ name }) => name ?? []);
  const chosen = given.get("target");
  const profiles = targets
    .filter(({ name }) => chosen === undefined || name === undefined || name === chosen)
    .flatMap((each) => each.profile ?? []);
  const names = [...new Set(profiles)].flatMap((file) => namesIn(file, what));
  return [...new Set(names)];
}

function configuredTargets(
  given: ReadonlyMap<string, string>,
): Promise<readonly ConfiguredTarget[]> {
  // `--no-config` has the name of the option that it turns off.
  if (given.has("no-config")) return Promise.resolve([]);
  const config = given.get("config");
  return new Promise((resolve) => {
    const child = fork(
      path.join(packageDirectory(), READER),
      config === undefined ? [] : [config],
      {
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        timeout: TIMEOUT_MS,
        killSignal: "SIGKILL",
      },
    );
    const finish = (message: unknown): void => {
      resolve(Array.isArray(message) ? message.filter(isRecord).map(targetOf) : []);
      child.kill("SIGKILL");
    };
    child.once("message", finish);
    child.once("error", finish);
    child.once("exit", finish);
  });
}

function targetOf({ name, profile }: Readonly<Record<string, unknown>>): ConfiguredTarget {
  return {
    name: typeof name === "string" ? name : undefined,
    profile: typeof profile === "string" ? profile : undefined,
  };
}

function namesIn(profile: string, what: "capabilities" | "releases"): readonly string[] {
  const member = isHttpUrl(profile) ? undefined : protocolMember(profile);
  if (member === undefined) return [];
  const { version, capabilities, supported_versions: supported } = member;
  if (what === "releases")
    return [
      ...(typeof version === "string" ? [version] : []),
      ...(isRecord(supported) ? Object.keys(supported) : []),
    ];
  if (!Array.isArray(capabilities)) return isRecord(capabilities) ? Object.keys(capabilities) : [];
  const names = capabilities.filter(isRecord).map(({ name }) => name);
  return names.filter((name) => typeof name === "string");
}

/** The member of the profile that has the registries; undefined for a file that is none. */
function protocolMember(profile: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder().decode(readNamedFile(profile, MAX_BYTES));
    const root: unknown = JSON.parse(text);
    const members = isRecord(root) ? Object.values(root).filter(isRecord) : [];
    return members.find(({ version, capabilities }) =>
      [version, capabilities].every((each) => each !== undefined),
    );
  } catch {
    return undefined;
  }
}
