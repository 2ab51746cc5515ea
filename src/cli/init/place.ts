/**
 * Puts a project into its place. In: where it goes, and what makes it. Out: all of it stands there, or nothing
 * does: it is made in a directory of its own first.
 */

import { constants } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

type Make = (directory: string) => Promise<void>;

const WORKSHOP = ".proto-gen-init-";

/** Where nothing is: one renaming. */
export async function placeNew(target: string, make: Make): Promise<void> {
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true });
  await madeIn(parent, make, (made) => rename(made, target));
}

/**
 * Where an empty directory is. It stays the one that it was: someone may stand in it, a link may lead to
 * it, and it may be a disk of its own.
 */
export async function placeWithin(target: string, make: Make): Promise<void> {
  await madeIn(target, make, async (made) => {
    const placed: string[] = [];
    try {
      for (const entry of await readdir(made, { withFileTypes: true })) {
        const [from, to] = [path.join(made, entry.name), path.join(target, entry.name)];
        // A directory is not moved onto one that has files; a file would be, onto another.
        if (entry.isDirectory()) await rename(from, to);
        else await copyFile(from, to, constants.COPYFILE_EXCL);
        placed.push(to);
      }
    } catch (error) {
      for (const each of placed) await rm(each, { recursive: true, force: true });
      throw error;
    }
  });
}

async function madeIn(
  directory: string,
  make: Make,
  finish: (made: string) => Promise<void>,
): Promise<void> {
  const workshop = await mkdtemp(path.join(directory, WORKSHOP));
  try {
    // The workshop itself is for its maker's eyes alone.
    const made = path.join(workshop, "project");
    await mkdir(made);
    await make(made);
    await finish(made);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}
