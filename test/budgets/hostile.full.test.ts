/**
 * Small inputs that ask for much: each ends soon, in little memory, done or refused with the budget's numbers and the
 * place. The tool runs as a process, so that its memory has a limit and its CPU time is its own.
 */

import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { HOSTILE_INPUTS, type HostileInput } from "../support/hostile-inputs.js";
import { repository } from "../support/published.js";
import { release } from "../support/release.js";
import { sampled, sized } from "../support/sizes.js";

/** Mebibytes of heap. */
const MEMORY = 512;
/** Milliseconds; each takes less than two seconds on a machine that does nothing else, but for the slow ones. */
const MAX_CPU_TIME = 20_000;
const MAX_SLOW_CPU_TIME = 60_000;

const QUICK = sampled(
  "HOSTILE",
  HOSTILE_INPUTS.filter(({ isSlow }) => isSlow !== true),
  3,
);

const REPORT = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  process._rawDebug("CPU " + Math.round((user + system) / 1000));
})`;

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly cpuTime: number;
}

function runAlone({ files }: HostileInput): Run {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      `--max-old-space-size=${MEMORY}`,
      ...["--import", `data:text/javascript,${encodeURIComponent(REPORT)}`],
      ...[path.join(repository, "bin/proto-gen.js"), ...release(files()).args, "--json"],
    ],
    { encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  return { code: status, out: stdout, cpuTime: Number(/^CPU (\d+)$/m.exec(stderr)?.[1]) };
}

describe("a small input that asks for much", () => {
  it.each(sized({ quick: QUICK, full: HOSTILE_INPUTS }))("ends soon: $what", (input) => {
    const { code, out, cpuTime } = runAlone(input);
    const { ok, diagnostics } = JSON.parse(out) as {
      readonly ok: boolean;
      readonly diagnostics: readonly { readonly message: string; readonly pointer?: string }[];
    };
    const limit = input.isSlow === true ? MAX_SLOW_CPU_TIME : MAX_CPU_TIME;
    expect(cpuTime, `${cpuTime} ms of CPU time`).toBeLessThanOrEqual(limit);
    if (input.refused === undefined) {
      expect({ code, ok }).toEqual({ code: 0, ok: true });
      return;
    }
    const { message, pointer } = input.refused;
    expect(ok).toBe(false);
    expect([3, 4]).toContain(code);
    expect(diagnostics[0]?.message).toContain(message);
    expect(diagnostics[0]?.pointer ?? "").toContain(pointer);
  });
});
