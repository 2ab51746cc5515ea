/** Cases of `proto-gen diff`: two small releases on disk, and the changes that a comparison must find. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Change, ChangeDirection } from "../../../src/diff/change.js";
import { diff } from "../../../src/diff/compare.js";
import type { SourceLocation } from "../../../src/errors.js";
import { repository } from "../published.js";

/** A change without what other tests look at: its fingerprint, and the columns of its places. */
export interface ToldChange extends Pick<
  Change,
  "rule" | "level" | "levels" | "operations" | "subject" | "message"
> {
  readonly capability: string | null;
  readonly direction: ChangeDirection | null;
  /** `shop/thing.json:7 /properties/a`: file, line and pointer. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface DiffCase {
  /** `required-added`, `required-added/new-member`. */
  readonly name: string;
  /** The directory's own name: of what rule, or of what group, the case is. */
  readonly group: string;
  readonly directory: string;
}

export const DIFF_CASES = path.join(repository, "test/diff");

/** Cases in a directory of groups: the group itself, and one for each face of it. */
export function diffCases(directory: string): DiffCase[] {
  return groupsIn(directory).flatMap((group) => {
    const own = caseIn(directory, group, group);
    const faces = directoriesIn(path.join(directory, group)).flatMap((face) =>
      caseIn(directory, group, `${group}/${face}`),
    );
    return [...own, ...faces];
  });
}

function caseIn(directory: string, group: string, name: string): DiffCase[] {
  const place = path.join(directory, name);
  return existsSync(path.join(place, "before")) ? [{ name, group, directory: place }] : [];
}

export function groupsIn(directory: string): string[] {
  return directoriesIn(directory).filter((name) => {
    const below = directoriesIn(path.join(directory, name));
    return [".", ...below].some((face) => existsSync(path.join(directory, name, face, "before")));
  });
}

function directoriesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function expectedOf({ directory }: DiffCase): readonly ToldChange[] {
  return JSON.parse(
    readFileSync(path.join(directory, "expected.json"), "utf8"),
  ) as readonly ToldChange[];
}

export async function toldOf({ directory }: DiffCase): Promise<readonly ToldChange[]> {
  const side = (name: string) => ({ name, directory: path.join(directory, name) });
  const { changes } = await diff({ before: side("before"), after: side("after") });
  return changes.map((change) => told(change, directory));
}

function told(change: Change, directory: string): ToldChange {
  const { rule, level, levels, capability, direction, operations, subject, message } = change;
  return {
    rule,
    level,
    levels,
    capability: capability ?? null,
    direction: direction ?? null,
    operations,
    subject,
    message,
    before: placeText(change.before, path.join(directory, "before")),
    after: placeText(change.after, path.join(directory, "after")),
  };
}

function placeText(place: SourceLocation | undefined, directory: string): string | null {
  if (place === undefined) return null;
  const { file, line, pointer } = place;
  return `${path.relative(directory, file)}:${line ?? "?"} ${pointer ?? ""}`;
}
