/** In: a directory as the user gave it. Out: how messages call it, relative to where the user is: `generated/`. */

import nodePath from "node:path";

export function directoryName(directory: string): string {
  const relative = nodePath.relative("", directory);
  const outside = relative.startsWith("..") || nodePath.isAbsolute(relative);
  const name = relative === "" ? "." : outside ? directory : relative;
  return `${name.split(nodePath.sep).join("/").replace(/\/+$/, "")}/`;
}
