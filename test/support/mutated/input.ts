/**
 * One input of the suite: the files of a release with one to three damages. It depends on the seed and its number alone,
 * so that both bring it back.
 */

import { createHash } from "node:crypto";
import { createRandom, type Random } from "../oracle/random.js";
import { mutate, type Mutation } from "./mutations.js";
import { SCHEMAS, slice, type BaseRelease } from "./releases.js";

export interface MutatedInput {
  readonly name: string;
  /** A sentence each. */
  readonly damages: readonly string[];
  readonly release: BaseRelease;
  /** What is written in place of the release's files. */
  readonly changed: ReadonlyMap<string, Uint8Array>;
  /** Its schemas are kept by a lock file, as fetched ones are, and no directory is named. */
  readonly isLocked: boolean;
  /** Draws what commands are called with. */
  readonly random: () => Random;
}

export interface InputChoice {
  readonly seed: number;
  readonly index: number;
  /** Numbers of the damages to make; all if undefined. */
  readonly left?: readonly number[];
}

export function createInput(
  releases: readonly BaseRelease[],
  { seed, index, left }: InputChoice,
): MutatedInput {
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const whole = random.pick(releases);
  const release = random.chance(0.03) ? whole : slice(whole, random);
  const isLocked = random.chance(0.06);
  const files = new Map<string, Uint8Array>();
  const damages: string[] = [];
  const count = random.pick([1, 1, 1, 2, 3]);
  for (let number = 0; number < count; number++) {
    const file = pickFile(release, random);
    const { what, bytes } = damage(file, textOf(file), { release, random });
    if (left !== undefined && !left.includes(number)) continue;
    files.set(file, bytes);
    damages.push(`${file}: ${what}`);
  }
  const changed = isLocked ? withLock({ release, files, random }) : files;
  const choice = random.int(2 ** 31);
  return {
    ...{ name: release.name, damages, release, changed, isLocked },
    random: () => createRandom(choice),
  };

  function textOf(file: string): string {
    const damaged = files.get(file);
    return damaged === undefined
      ? (release.files.get(file) ?? "{}")
      : Buffer.from(damaged).toString("utf8");
  }
}

function pickFile({ files }: BaseRelease, random: Random): string {
  const names = [...files.keys()];
  const schemas = names.filter((name) => name.startsWith(SCHEMAS));
  const services = schemas.filter((name) => /openapi|openrpc|services\//.test(name));
  const roll = random.int(100);
  if (roll < 14) return "profile.json";
  if (roll < 19) return "platform.json";
  if (roll < 24) return "payload.json";
  if (roll < 27) return "ignore.json";
  if (roll < 42 && services.length > 0) return random.pick(services);
  return random.pick(schemas.length > 0 ? schemas : names);
}

interface DamageContext {
  readonly release: BaseRelease;
  readonly random: Random;
}

function damage(file: string, text: string, { release, random }: DamageContext): Mutation {
  const urls = [...release.files.keys()]
    .filter((name) => name.startsWith(SCHEMAS))
    .map((name) => `${release.prefix}${name.slice(SCHEMAS.length)}`);
  const hasSchemas = file.startsWith(SCHEMAS);
  try {
    return mutate(text, { random, urls: urls.length > 0 ? urls : ["x.json"], hasSchemas });
  } catch (error) {
    // An earlier damage may have left no JSON.
    if (!(error instanceof SyntaxError)) throw error;
    return { what: "no further damage", bytes: Buffer.from(text, "utf8") };
  }
}

/** Moves the schemas below `proto-gen.lock`, where they are named by their hashes, and damages the lock file now and then. */
function withLock({
  release,
  files,
  random,
}: DamageContext & { readonly files: ReadonlyMap<string, Uint8Array> }): Map<string, Uint8Array> {
  const moved = new Map<string, Uint8Array>();
  const documents: Record<string, string> = {};
  for (const [name, text] of release.files) {
    const bytes = files.get(name) ?? Buffer.from(text, "utf8");
    if (!name.startsWith(SCHEMAS)) {
      moved.set(name, bytes);
      continue;
    }
    const hash = createHash("sha256").update(bytes).digest("hex");
    documents[`${release.prefix}${name.slice(SCHEMAS.length)}`] = hash;
    moved.set(name, bytes).set(`proto-gen.lock/${hash}.json`, bytes);
  }
  const lock = `${JSON.stringify({ documents }, null, 2)}\n`;
  const isDamaged = random.chance(0.4);
  const damaged = mutate(lock, { random, urls: Object.keys(documents), hasSchemas: false });
  return moved.set("proto-gen.lock.json", isDamaged ? damaged.bytes : Buffer.from(lock, "utf8"));
}
