/** The targets of a configuration, with what they inherit, and with paths that are relative to the working directory. */

import path from "node:path";
import { joinPointer } from "@proto-gen/runtime/json";
import { diagnostic, failure, ProtoGenError } from "../errors.js";
import { parseRoot, rebaseRoot } from "../load/schema-root.js";
import { isHttpUrl } from "../text/http-url.js";
import { didYouMean } from "../text/nearest.js";
import type { Config, TargetConfig } from "./config.js";
import type { LoadedConfig } from "./load-config.js";
import { CONFIG_SHAPE } from "./members.js";
import { mapPaths, type TextKind } from "./shape.js";

/** What a command reads of a configuration. */
export interface Settings extends TargetConfig, Pick<Config, "lint" | "diff" | "mock"> {}

export interface Target {
  /** Undefined for a configuration without `targets`. */
  readonly name: string | undefined;
  readonly settings: Settings;
}

/**
 * @param chosen the name of the one to use; all if undefined
 * @param options `checksRoots` is false where directories of schemas may be missing
 * @throws ProtoGenError USAGE for a name that no target has, CONFIG_INVALID
 */
export function listTargets(
  loaded: LoadedConfig,
  chosen?: string,
  { checksRoots = true }: { readonly checksRoots?: boolean | undefined } = {},
): readonly Target[] {
  const { config, file } = loaded;
  if (checksRoots) checkRoots(loaded);
  const { targets, $schema: _schema, ...shared } = resolvePaths(config, path.dirname(file));
  if (targets === undefined) {
    if (chosen === undefined) return [{ name: undefined, settings: shared }];
    throw failure("USAGE", `--target ${chosen}: ${file} has no targets`);
  }
  const names = Object.keys(targets);
  if (names.length === 0)
    throw failure("CONFIG_INVALID", "targets has no target", { place: loaded.locate("/targets") });
  if (chosen !== undefined && !names.includes(chosen))
    throw failure("USAGE", `--target ${chosen}: ${file} has no such target`, {
      hint: didYouMean(chosen, names) ?? `one of ${names.join(", ")}`,
    });
  const all = Object.entries(targets).map(([name, own]) => ({
    name,
    settings: inherit(shared, own),
  }));
  requireOwnOut(all, loaded);
  return chosen === undefined ? all : all.filter(({ name }) => name === chosen);
}

/** A member that is there and undefined is not there. */
function inherit(shared: Settings, own: TargetConfig): Settings {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...shared, ...Object.fromEntries(given) };
}

/** Two targets in one directory would remove each other's files. */
function requireOwnOut(targets: readonly Target[], { locate }: LoadedConfig): void {
  const taken = new Map<string, string | undefined>();
  for (const { name, settings } of targets) {
    const out = path.resolve(settings.out ?? "");
    if (taken.has(out))
      throw failure(
        "CONFIG_INVALID",
        `the targets ${taken.get(out)} and ${name} have the same directory: ${out}`,
        {
          place: locate(joinPointer("/targets", name ?? "")),
          hint: "give each target an out of its own",
        },
      );
    taken.set(out, name);
  }
}

/** Defaults that are paths, which are the configuration's from any directory below it. */
function withDefaults({ out = "./generated", lint, ...config }: Config): Config {
  const { directories = ["./schemas"], rules } = lint ?? {};
  return { ...config, out, lint: { directories, rules } };
}

function resolvePaths(config: Config, base: string): Config {
  return mapPaths(withDefaults(config), CONFIG_SHAPE, (text, kind) =>
    resolvePath(text, kind, base),
  ) as Config;
}

function resolvePath(text: string, kind: TextKind, base: string): string {
  if (kind === "source" && isHttpUrl(text)) return text;
  // Relative to the working directory, as people would write it.
  return kind === "directory"
    ? rebaseRoot(text, base)
    : path.relative("", path.resolve(base, text)) || ".";
}

/** An error of a directory points at its line. */
function checkRoots(loaded: LoadedConfig): void {
  const { config, locate } = loaded;
  const lists: readonly (readonly [string, readonly string[] | undefined])[] = [
    ["/schemas", config.schemas],
    ...Object.entries(config.targets ?? {}).map(
      ([name, { schemas }]) => [joinPointer("/targets", name, "schemas"), schemas] as const,
    ),
  ];
  const base = path.dirname(loaded.file);
  const problems = lists.flatMap(([pointer, texts = []]) =>
    texts.flatMap((text, index) => {
      try {
        parseRoot(rebaseRoot(text, base));
        return [];
      } catch (error) {
        if (!(error instanceof ProtoGenError)) throw error;
        const place = locate(`${pointer}/${index}`);
        return error.diagnostics.map(({ code, message, hint }) =>
          diagnostic(code, message.replace(/^--schemas /, "schemas "), { place, hint }),
        );
      }
    }),
  );
  if (problems.length > 0) throw new ProtoGenError(problems);
}
