/** Turns the options of `init`, whose paths are relative to the working directory, into members of the project's configuration. */

import path from "node:path";
import { rebaseRoot, rootText, splitRoot } from "../../../load/schema-root.js";
import type { ProjectSources } from "../../../starter/configuration.js";
import type { InputFlags, PaymentFlags } from "../../shared-options.js";

type Flags = Pick<InputFlags, "schemas" | "overlay" | "accept" | "fact" | "development"> &
  PaymentFlags;

export function projectSources(
  { schemas = [], overlay = [], accept, fact, payment, development }: Flags,
  target: string,
): ProjectSources {
  const roots = schemas.map((each) => {
    const root = splitRoot(rebaseRoot(each, "."));
    return { ...root, directory: relativePath(root.directory, target) };
  });
  return {
    schemas: roots.map(rootText),
    own: roots.filter(({ isVendor }) => !isVendor).map(({ directory }) => directory),
    overlays: overlay.map((each) => relativePath(each, target)),
    accept: accept === undefined ? undefined : relativePath(accept, target),
    facts: fact,
    ...{ payment, development },
  };
}

function relativePath(file: string, target: string): string {
  const relative = path.relative(target, path.resolve(file)).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}
