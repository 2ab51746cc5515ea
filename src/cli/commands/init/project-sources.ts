/** What the project's configuration names beside its profile. The paths of `init` are relative to the working directory; these, to the project. */

import path from "node:path";
import { rebaseRoot } from "../../../load/roots.js";
import type { ProjectSources } from "../../../starter/configuration.js";
import type { InputFlags, PaymentFlags } from "../../shared-options.js";

type Flags = Pick<InputFlags, "schemas" | "overlay" | "accept" | "fact" | "development"> &
  PaymentFlags;

const VENDOR = "vendor:";

export function projectSources(
  { schemas = [], overlay = [], accept, fact, payment, development }: Flags,
  target: string,
): ProjectSources {
  return {
    schemas: schemas.map((each) => relativeRoot(rebaseRoot(each, "."), target)),
    overlays: overlay.map((each) => relativePath(each, target)),
    accept: accept === undefined ? undefined : relativePath(accept, target),
    facts: fact,
    ...{ payment, development },
  };
}

/** `vendor:DIR=URL-PREFIX`, with or without its first and last part. */
function relativeRoot(text: string, target: string): string {
  const start = text.startsWith(VENDOR) ? VENDOR : "";
  const [, directory = "", prefix = ""] =
    /^(.*?)(=https?:.*)?$/is.exec(text.slice(start.length)) ?? [];
  return `${start}${relativePath(directory, target)}${prefix}`;
}

function relativePath(file: string, target: string): string {
  const relative = path.relative(target, path.resolve(file)).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}
