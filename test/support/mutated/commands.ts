/** The command lines that each input is given to, but for those that have no input, such as `init`. */

import path from "node:path";
import type { Random } from "../oracle/random.js";
import { FRAGMENTS } from "./mutations.js";
import { SCHEMAS, type Files } from "./releases.js";

export interface CommandWorld {
  /** The directory with the input's files. */
  readonly directory: string;
  /** The same release without damages. */
  readonly undamaged: string;
  readonly prefix: string;
  readonly files: Files;
  readonly isLocked: boolean;
  readonly random: Random;
  /** Types of the profile: none where it cannot be interpreted. */
  readonly types: readonly string[];
}

/** In an order in which no command changes what a later one reads. */
export function commandLines(world: CommandWorld): readonly (readonly string[])[] {
  const { directory, undamaged, prefix, files, isLocked, random, types } = world;
  const at = (name: string): string => path.join(directory, name);
  const roots = isLocked ? [] : ["--schemas", `${at(SCHEMAS)}=${prefix}`];
  const input = ["--profile", at("profile.json"), ...roots];
  const type = random.pick(types.length === 0 ? ["Checkout"] : types);
  const schemas = [...files.keys()].filter((name) => name.startsWith(SCHEMAS));
  const file = at(random.pick(schemas.length === 0 ? ["profile.json"] : schemas));
  const part = random.chance(0.5) ? file : `${file}${random.pick(FRAGMENTS)}`;
  const view = random.pick([
    ...[[], ["--op", "create", "--request"], ["--op", "update", "--request"]],
    ...[["--op", "complete"], ["--request"], ["--response"], ["--op", "__proto__"]],
  ]);
  const format = ["--format", random.pick(["text", "json", "markdown", "html", "sarif", "github"])];
  const sides = random.chance(0.5) ? [undamaged, directory] : [directory, undamaged];
  const diff = ["diff", ...sides.map((each) => path.join(each, SCHEMAS))];
  const json = random.chance(0.5) ? ["--json"] : [];
  const only = random.chance(0.5) ? [] : ["--capabilities", capabilityIn(files, random)];
  const validate = ["validate", at("payload.json")];
  const subject = random.pick([
    ["--type", type, ...input, ...view],
    ["--schema", part, ...roots, ...view],
    [...roots, ...(random.chance(0.5) ? input.slice(0, 2) : [])],
  ]);
  const compared = random.pick([
    json.length > 0 ? [] : format,
    [...input.slice(0, 2), "--ignore", at("ignore.json")],
  ]);
  const payment = random.chance(0.8) ? ["--payment", "none"] : [];
  const scaffold = ["scaffold", ...input, "--into", at("business.ts"), "--generated", at("out")];
  return [
    ["generate", ...input, ...payment, "--out", at("out"), ...json],
    ...sometimes(["generate", ...input, ...payment, "--out", at("out"), "--check", ...json]),
    ["list", ...input, ...json],
    ...sometimes(["list", ...input, "--platform", at("platform.json"), ...json]),
    ["inspect", type, ...input, ...only, ...json],
    ["resolve", type, ...input, ...view, ...(random.chance(0.5) ? ["--bundle"] : []), ...json],
    ["resolve", part, ...roots, ...view, ...(random.chance(0.5) ? ["--bundle"] : []), ...json],
    [...validate, ...subject, ...json],
    [...scaffold, ...json],
    ...sometimes([...scaffold, "--check", ...json]),
    [...diff, ...compared, ...json],
    ["lint", at(SCHEMAS), ...json],
    ...sometimes(["release", "2099-01-01", "--schemas", at("schemas"), ...json]),
    ...sometimes(["lint", at(SCHEMAS), "--fix", ...json]),
  ];

  /** Runs that repeat much of what the others do. */
  function sometimes(command: readonly string[]): readonly (readonly string[])[] {
    return random.chance(0.3) ? [command] : [];
  }
}

function capabilityIn(files: Files, random: Random): string {
  const profile = files.get("profile.json") ?? "";
  const names = [...profile.matchAll(/"([a-z]+(?:\.[a-z_]+){2,})": \[/g)].map(([, name]) => name);
  return random.pick([...names.map(String), "a", "", "@", "__proto__"]);
}
