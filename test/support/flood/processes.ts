/** The processes of the flood: the shop and its anonymous callers. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { build } from "esbuild";
import { ownShopFile } from "../../../templates/storefront/src/shop-data.js";
import { outDirectory, repository } from "../published.js";

const PROGRAMS = ["shop-process", "flood-process"] as const;

export interface Started {
  end(): Promise<void>;
}

export interface ShopProcess extends Started {
  readonly url: string;
}

/** Counts of answers to the flood by status; 0 stands for a connection that broke. */
export type Counts = Readonly<Record<string, number>>;

export interface Flood extends Started {
  /** Calls until now. */
  answered(): number;
  /** Ends the flood. */
  counts(): Promise<Counts>;
}

export interface FloodTarget {
  readonly url: string;
  /** The URL of a profile that names the platform; nothing is signed. */
  readonly platform: string;
  readonly body: string;
  readonly connections: number;
}

function programOf(name: (typeof PROGRAMS)[number]): string {
  return path.join(outDirectory, "flood", `${name}.mjs`);
}

export async function buildPrograms(): Promise<void> {
  for (const name of PROGRAMS)
    await build({
      entryPoints: [path.join(repository, `test/support/flood/${name}.ts`)],
      outfile: programOf(name),
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
    });
}

/** @param platforms profiles by their URLs */
export async function openShopProcess(
  profile: object,
  platforms: Readonly<Record<string, object>>,
): Promise<ShopProcess> {
  const child = await start("shop-process", { profile, platforms, data: ownShopFile() });
  return { url: await heard<string>(child, "url"), end: () => end(child) };
}

/** It has begun once this resolves. */
export async function openFlood(target: FloodTarget): Promise<Flood> {
  const child = await start("flood-process", target);
  let answered = await heard<number>(child, "answered");
  child.on("message", (message: { readonly answered?: number }) => {
    answered = message.answered ?? answered;
  });
  return {
    answered: () => answered,
    counts() {
      const counts = heard<Counts>(child, "counts");
      child.send("end");
      return counts;
    },
    end: () => end(child),
  };
}

async function start(name: (typeof PROGRAMS)[number], settings: object): Promise<ChildProcess> {
  const child = fork(programOf(name));
  await heard(child, "ready");
  child.send(settings);
  return child;
}

/** The first message with `member`, which is its value. A process that ends before fails the test. */
function heard<Value>(child: ChildProcess, member: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    child.on("message", (message: Readonly<Record<string, Value>>) => {
      const value = message[member];
      if (value !== undefined) resolve(value);
    });
    child.once("exit", (code) => reject(new Error(`the process ended with ${code}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill();
  await closed;
}
