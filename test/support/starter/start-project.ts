/** Projects of `init`: written, type-checked, tested, built, started, and bought from as a platform does, over each transport. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createProbe, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { outDirectory, repository } from "../published.js";
import { runCommand, startCommand, type Running } from "../user-process.js";
import { SCHEDULED, startWorker } from "./start-worker.js";

const TOOL = path.join(repository, "bin/proto-gen.js");
const BIN = path.join(repository, "node_modules/.bin");

export interface StartedProject {
  readonly directory: string;
  readonly args: readonly string[];
  /** Variables of the environment that the project needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** True for a worker, which no Node process serves. */
  readonly isWorker: boolean;
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
  const { directory, args, env = {}, hasTests, isWorker } = project;
  await runCommand("node", [TOOL, "init", directory, "--quiet", ...args], { cwd: repository });
  installConfiguration(directory);
  const inProject = { cwd: directory, env };
  await runCommand(path.join(BIN, "tsc"), [], inProject);
  keepOwnConfiguration(directory);
  if (hasTests) await runCommand(path.join(BIN, "vitest"), ["run", "--root", "."], inProject);
  const port = await freePort();
  const node = { cwd: directory, env: { ...env, PORT: String(port) } };
  if (!isWorker) await runCommand(path.join(BIN, "tsc"), ["-p", "tsconfig.build.json"], inProject);
  if (!isWorker) await requireSentences(project);
  const running = isWorker
    ? await startWorker(path.join(BIN, "workerd"), directory, port)
    : startCommand("node", ["dist/main.js"], node);
  try {
    if (isWorker) await answers(port);
    else {
      await running.printed(/The profile is at (\S+)/);
      await requireSentence(
        `Port ${port} is in use. Choose another one: PORT=${port + 1}`,
        startCommand("node", ["dist/main.js"], node),
      );
    }
    await purchases(project, port);
    if (!isWorker) await requireEnd(running);
  } finally {
    running.kill();
  }
}

/**
 * What the project's configuration imports; its other packages are found further up. A link to the repository would lead back to the
 * project, and whoever reads this directory with all that is below would not come to an end.
 */
function installConfiguration(directory: string): void {
  const installed = path.join(directory, "node_modules/proto-gen");
  mkdirSync(installed, { recursive: true });
  const built = path.join(repository, "dist/config/config.js");
  const source = path.relative(installed, built).split(path.sep).join("/");
  for (const file of ["config.js", "config.d.ts"])
    writeFileSync(path.join(installed, file), `export * from ${JSON.stringify(source)};\n`);
  const exports = { "./config": { types: "./config.d.ts", default: "./config.js" } };
  writeFileSync(
    path.join(installed, "package.json"),
    JSON.stringify({ name: "proto-gen", type: "module", exports }),
  );
}

/** Without it, vitest would find the configuration of this repository. */
function keepOwnConfiguration(directory: string): void {
  writeFileSync(path.join(directory, "vitest.config.ts"), "export default {};\n");
}

/** A worker does not say when it listens. */
async function answers(port: number): Promise<void> {
  const url = `http://localhost:${port}/readyz`;
  for (let left = 200; left > 0; left -= 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return;
    await setTimeout(50);
  }
  throw new Error(`nothing answers at ${url}`);
}

/** What each project refuses to start with, whatever its framework and its storage are. */
const REFUSED: readonly (readonly [name: string, value: string, sentence: string])[] = [
  ["PORT", "abc", "PORT must be a whole number from 1 to 65535: PORT=3000."],
  [
    "BASE_URL",
    "shop.example",
    "BASE_URL must be the public https URL of the business, with nothing behind the host: BASE_URL=https://shop.example",
  ],
];
const POSTGRES = "the URL of a PostgreSQL database: postgres://user:password@localhost:5432/shop";
/** And what those with PostgreSQL do: no process listens on port 1. */
const REFUSED_DATABASES: typeof REFUSED = [
  ["DATABASE_URL", "", `DATABASE_URL is empty: it must be ${POSTGRES}.`],
  ["DATABASE_URL", "shop", `DATABASE_URL must be ${POSTGRES}.`],
  [
    "DATABASE_URL",
    "postgres://shop:secret@127.0.0.1:1/shop",
    "DATABASE_URL does not work (connect ECONNREFUSED 127.0.0.1:1): start that server, or name one that runs.",
  ],
];

async function requireSentences({ directory, args, env }: StartedProject): Promise<void> {
  const all = args.includes("postgres") ? [...REFUSED, ...REFUSED_DATABASES] : REFUSED;
  for (const [name, value, sentence] of all) {
    const started = { cwd: directory, env: { ...env, [name]: value } };
    await requireSentence(sentence, startCommand("node", ["dist/main.js"], started));
  }
}

/** @throws where a process does not end with this sentence, and nothing else, and exit code 1 */
export async function requireSentence(sentence: string, running: Running): Promise<void> {
  const code = await running.ended;
  const [printed] = await running.printed(/^[^]*$/);
  if (code !== 1 || printed !== `${sentence}\n`)
    throw new Error(`it ended with ${code}, and not with ${sentence}:\n${printed}`);
}

/** @throws where a process that is told to end does not close what it opened */
async function requireEnd(running: Running): Promise<void> {
  process.kill(running.pid, "SIGTERM");
  const code = await Promise.race([running.ended, setTimeout(10_000, "nothing")]);
  if (code !== 0) throw new Error(`it ended with ${code} after SIGTERM`);
}

/** @throws where the started business does not sell, or does not send an event of each order */
async function purchases(project: StartedProject, port: number): Promise<void> {
  const { hasTests, isWorker, transports } = project;
  const shop = `http://localhost:${port}`;
  if (transports.length === 0) {
    const response = await fetch(`${shop}/readyz`);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return;
  }
  const { directory, env = {} } = hasTests ? project : await otherProject(project);
  if (!isWorker) await buy(shop, { directory, env });
  const platform = await publishPlatform();
  try {
    writeFileSync(path.join(directory, "test/live.test.ts"), liveTest(transports));
    const live = { SHOP: shop, PLATFORM: platform.url, PLATFORM_FILE: platform.file };
    const run = ["run", "--root", ".", "test/live.test.ts"];
    await runCommand(path.join(BIN, "vitest"), run, { cwd: directory, env: { ...env, ...live } });
    if (isWorker) await fetch(`${shop}${SCHEDULED}`);
    const isTold = readFileSync(platform.file, "utf8").includes("/orders");
    await platform.received(isTold ? transports.length : 0);
  } finally {
    platform.close();
  }
}

/** What `npm run buy` does. */
async function buy(
  shop: string,
  { directory, env }: Pick<StartedProject, "directory" | "env">,
): Promise<void> {
  const tsx = path.join(BIN, "tsx");
  const { stdout } = await runCommand(tsx, ["test/buy.ts", shop], {
    cwd: directory,
    env: env ?? {},
  });
  if (!stdout.includes("is completed.")) throw new Error(stdout);
}

/** One file has nothing that buys; a project for the same profile has. */
async function otherProject({ directory, args, ...rest }: StartedProject): Promise<StartedProject> {
  const other = `${directory}-buyer`;
  rmSync(other, { recursive: true, force: true });
  const wanted = args.filter((each) => each !== "--minimal");
  await runCommand("node", [TOOL, "init", other, "--quiet", ...wanted], { cwd: repository });
  keepOwnConfiguration(other);
  return { ...rest, directory: other, args: wanted };
}

export async function freePort(): Promise<number> {
  const probe = createProbe();
  await new Promise<void>((resolve) => probe.listen(0, "localhost", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

interface PublishedPlatform {
  readonly url: string;
  readonly file: string;
  /** @throws where the platform has not received so many order events in time */
  received(count: number): Promise<void>;
  close(): void;
}

/** A place where the platform publishes the profile that the test writes into a file, and receives order events. */
async function publishPlatform(): Promise<PublishedPlatform> {
  const file = path.join(outDirectory, "starter", `platform-${process.pid}-${Date.now()}.json`);
  let events = 0;
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", "application/json");
    if (request.method === "POST") events += 1;
    request.resume().on("end", () => {
      response.end(request.method === "POST" ? "{}" : readFileSync(file));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/profile.json`,
    file,
    async received(count) {
      for (let left = 200; events < count && left > 0; left -= 1) await setTimeout(50);
      if (events < count) throw new Error(`${events} order events of ${count} came`);
    },
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
const published = JSON.stringify(platformProfile()).replaceAll("https://agent.example/orders", new URL("/orders", PLATFORM).href);
writeFileSync(PLATFORM_FILE, published);

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
