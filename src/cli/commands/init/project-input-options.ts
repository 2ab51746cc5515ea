/**
 * The options with which commands in the project read its profile. In: those of `init`, whose paths are relative to the working
 * directory. Out: the same for a shell in the project's directory.
 */

import path from "node:path";
import type { InputFlags, PaymentFlags } from "../../shared-options.js";
import { quoted } from "./text.js";

type Flags = Pick<InputFlags, "schemas" | "overlay" | "fact" | "development"> & PaymentFlags;

const VENDOR = "vendor:";

export function projectInputOptions(
  { schemas = [], overlay = [], fact = {}, payment, development = false }: Flags,
  target: string,
): readonly string[] {
  return [
    ...schemas.map((each) => `--schemas ${quoted(relativeRoot(each, target))}`),
    ...overlay.map((each) => `--overlay ${quoted(relativePath(each, target))}`),
    ...Object.entries(fact).map(([name, value]) => `--fact ${quoted(`${name}=${String(value)}`)}`),
    ...(payment === undefined ? [] : [`--payment ${quoted(payment)}`]),
    ...(development ? ["--development"] : []),
  ];
}

/** `vendor:DIR=URL-PREFIX`, with or without its first and last part. */
function relativeRoot(text: string, target: string): string {
  const prefix = text.startsWith(VENDOR) ? VENDOR : "";
  const [directory = "", ...url] = text.slice(prefix.length).split("=");
  return [prefix + relativePath(directory, target), ...url].join("=");
}

function relativePath(file: string, target: string): string {
  const relative = path.relative(target, path.resolve(file)).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}
