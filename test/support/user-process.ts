/** Commands as a user runs them: outside of this run of tests, and of the repository's npm. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Vitest and npm say much in the environment that a project of its own must not read as its own. */
const KEPT = [
  ...["PATH", "HOME", "TMPDIR", "LANG"],
  ...["npm_config_cache", "npm_config_registry", "npm_config_userconfig"],
  ...["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "NODE_EXTRA_CA_CERTS"],
];

const MAX_BYTES = 16 * 1024 * 1024;

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** @throws where it does not end with 0, with all that it printed */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  try {
    const options = { cwd, env: environment(env), maxBuffer: MAX_BYTES };
    return await execute(command, [...args], options);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`, { cause: error });
  }
}

export interface Running {
  /** Resolves with the first match in what it prints; rejects when all of it is over before that. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** How it ended: its exit code, or the signal. It has, and whatever it started and that can still print. */
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly pid: number;
  /** Ends it, and what it has started, at once. */
  kill(): void;
}

const LOOK_MS = 50;

export function startCommand(
  command: string,
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Running {
  // A group of its own, so that all of it can be ended.
  const child = spawn(command, args, { cwd, env: environment(env), detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => void (output += text));
  let isOver = false;
  const ended = once(child, "close").then(([code, signal]: (number | NodeJS.Signals)[]) => {
    isOver = true;
    return code ?? signal ?? 0;
  });

  return {
    ended,
    pid: child.pid ?? 0,
    async printed(pattern) {
      for (;;) {
        const wasOver = isOver;
        const match = pattern.exec(output);
        if (match !== null) return match;
        if (wasOver) throw new Error(`it ended without ${String(pattern)}:\n${output}`);
        await setTimeout(LOOK_MS);
      }
    },
    kill() {
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    },
  };
}

function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...more };
}
