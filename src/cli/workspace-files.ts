/** Files of findings in a workflow of GitHub Actions, which may run the command in a directory of its repository. */

import path from "node:path";
import type { SourceLocation } from "../errors.js";
import type { Finding } from "../findings/finding.js";
import { realPath } from "../load/named-file.js";
import type { Host } from "./host.js";

/**
 * Annotations and code scanning take names of files to be relative to the workspace, which is where the repository is checked out;
 * files outside of it, and those of commits, keep their names.
 */
export function findingsInWorkspace(
  findings: readonly Finding[],
  { GITHUB_WORKSPACE: workspace = "" }: Host["env"],
): readonly Finding[] {
  if (workspace === "") return findings;
  const root = realPath(workspace);
  const inWorkspace = (place: SourceLocation): SourceLocation => {
    const file = path.relative(root, path.resolve(place.file));
    const isOutside = file === ".." || file.startsWith(`..${path.sep}`) || path.isAbsolute(file);
    return isOutside || /^[a-z][a-z+.-]+:/i.test(place.file)
      ? place
      : { ...place, file: file.split(path.sep).join("/") };
  };
  return findings.map((finding) => ({
    ...finding,
    place: finding.place && inWorkspace(finding.place),
    related: finding.related.map((each) => ({ ...each, place: inWorkspace(each.place) })),
  }));
}
