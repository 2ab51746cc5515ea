/**
 * Creates a project in a temporary directory and then moves it to its place, so that an error leaves nothing behind
 * that looks like a project.
 */

import { constants } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

/** Writes the project into a directory. */
type FillDirectory = (directory: string) => Promise<void>;

const TEMPORARY_PREFIX = ".proto-gen-init-";

/** Places the project at a path that does not exist, by one rename. */
export async function placeNew(target: string, fill: FillDirectory): Promise<void> {
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true });
  await createIn(parent, fill, (project) => rename(project, target));
}

/**
 * Places the project in an empty directory. The directory itself is kept: it may be a shell's working directory, the
 * target of a link, or a mount point.
 */
export async function placeWithin(target: string, fill: FillDirectory): Promise<void> {
  await createIn(target, fill, async (project) => {
    const placed: string[] = [];
    try {
      for (const entry of await readdir(project, { withFileTypes: true })) {
        const [from, to] = [path.join(project, entry.name), path.join(target, entry.name)];
        // `rename` fails if the directory exists and has files; for files only COPYFILE_EXCL prevents overwriting.
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

async function createIn(
  directory: string,
  fill: FillDirectory,
  move: (project: string) => Promise<void>,
): Promise<void> {
  const temporary = await mkdtemp(path.join(directory, TEMPORARY_PREFIX));
  try {
    // mkdtemp creates a directory for this user only; the project gets the usual permissions.
    const project = path.join(temporary, "project");
    await mkdir(project);
    await fill(project);
    await move(project);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
