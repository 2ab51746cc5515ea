/** Projects of `init`: written, type-checked, tested, built, started, and bought from as a platform does, over each transport. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createProbe, type AddressInfo } from "node:net";
import path from "node:path";
import { outDirectory, repository } from "../published.js";
import { runCommand, startCommand } from "../user-process.js";

const TOOL = path.join(repository, "bin/proto-gen.js");
const BIN = path.join(repository, "node_modules/.bin");

export interface StartedProject {
  readonly directory: string;
  readonly args: readonly string[];
  /** Variables of the environment that the project needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** False for a worker, which no Node process serves. */
  readonly isServed: boolean;
  /** False for one file without tests. */
  readonly hasTests: boolean;
  /** Over which it can be bought from; none for a business that sells nothing. */
  readonly transports: readonly ("rest" | "mcp")[];
}

/** @returns the project's directory, below the repository, where its packages are found as if they were installed */
export function projectDirectory(name: string): string {
  const directory = path.join(outDirectory, "starter", name);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(path.dirname(directory), { recursive: true });
  return directory;
}

/** @throws with what was printed, where a step fails */
export async function runProject(project: StartedProject): Promise<void> {
  const { directory, args, env = {}, hasTests, isServed, transports } = project;
  await runCommand("node", [TOOL, "init", directory, "--quiet", ...args], { cwd: repository });
  const inProject = { cwd: directory, env };
  await runCommand(path.join(BIN, "tsc"), [], inProject);
  // It would find the configuration of this repository.
  writeFileSync(path.join(directory, "vitest.config.ts"), "export default {};\n");
  if (hasTests) await runCommand(path.join(BIN, "vitest"), ["run", "--root", "."], inProject);
  if (!isServed) return;
  await runCommand(path.join(BIN, "tsc"), ["-p", "tsconfig.build.json"], inProject);
  const port = await freePort();
  const platform = await publishPlatform();
  const running = startCommand("node", ["dist/main.js"], {
    cwd: directory,
    env: { ...env, PORT: String(port) },
  });
  try {
    await running.printed(/The profile is at (\S+)/);
    if (hasTests && transports.length > 0) {
      writeFileSync(path.join(directory, "test/live.test.ts"), liveTest(transports));
      const live = {
        SHOP: `http://localhost:${port}`,
        PLATFORM: platform.url,
        PLATFORM_FILE: platform.file,
      };
      const run = ["run", "--root", ".", "test/live.test.ts"];
      await runCommand(path.join(BIN, "vitest"), run, { cwd: directory, env: { ...env, ...live } });
    } else {
      const response = await fetch(`http://localhost:${port}/readyz`);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    }
  } finally {
    running.kill();
    platform.close();
  }
}

export async function freePort(): Promise<number> {
  const probe = createProbe();
  await new Promise<void>((resolve) => probe.listen(0, "localhost", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** A place where the platform publishes the profile that the test writes into a file. */
async function publishPlatform(): Promise<{ url: string; file: string; close(): void }> {
  const file = path.join(outDirectory, "starter", `platform-${process.pid}-${Date.now()}.json`);
  const { readFile } = await import("node:fs/promises");
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json");
    void readFile(file).then((bytes) => response.end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/profile.json`,
    file,
    close() {
      server.close();
      rmSync(file, { force: true });
    },
  };
}

/** A purchase from the started process, with what the project's own tests have for one. */
function liveTest(transports: readonly string[]): string {
  return `import { writeFileSync } from "node:fs";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { expect, it } from "vitest";
import { createClient } from "../src/generated/client.js";
import { HEADERS, complete, platformProfile, readyCheckout } from "./platform.js";

const { SHOP = "", PLATFORM = "", PLATFORM_FILE = "" } = process.env;
writeFileSync(PLATFORM_FILE, JSON.stringify(platformProfile()));

it.each(${JSON.stringify(transports)})("sells over %s", async (name) => {
  const client = await createClient({
    business: SHOP,
    profile: PLATFORM,
    platform: platformProfile(),
    headers: HEADERS,
    development: true,
    ...(name === "mcp" ? { transport: mcp } : {}),
  } as never);
  const { id } = await readyCheckout(client as never);
  expect((await (complete as (...all: unknown[]) => Promise<{ status: string }>)(client, id, "tok_ok", name)).status).toBe("completed");
  await client.$close();
});
`;
}
