/**
 * The configuration of a project, as `proto-gen.config.ts` exports it. Its members and their checks stand in `members.ts`, and
 * its JSON Schema is printed from them.
 */

import type { Emitter } from "../emit/emitter.js";
import type { EmitterName } from "../emit/emitter-names.js";

/** What one target is generated from, and how. Paths are relative to the configuration's file. */
export interface TargetConfig {
  /** Profile to read: a file, or a URL. */
  readonly profile?: string | undefined;
  /** The profile's release, or one that it names in `supported_versions`. */
  readonly release?: string | undefined;
  /** Whose `profile` is: by default one's own for a file, and another's for a URL. */
  readonly whose?: "own" | "another" | undefined;
  /** Fails where an entry of another's profile would be left out. */
  readonly strict?: boolean | undefined;
  /** Profile of the other side: only what both support is kept. */
  readonly platform?: string | undefined;
  /** The capabilities to keep: `name` or `name@version`. */
  readonly capabilities?: readonly string[] | undefined;
  /** Directories of schemas: `DIR`, `DIR=URL-PREFIX`, either with `vendor:` before it; `npm:PACKAGE` for `DIR`. */
  readonly schemas?: readonly string[] | undefined;
  /** Overlays, which correct documents of others. */
  readonly overlays?: readonly string[] | undefined;
  /** File of accepted findings in documents of others. */
  readonly accept?: string | undefined;
  /** Values in place of those that the release states in prose alone; see `proto-gen list`. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  /** Accepts profiles and endpoints at `http://127.0.0.1` or `localhost`. */
  readonly development?: boolean | undefined;
  /** Member of a request that is the payment, or `none`, if it is not recognised. */
  readonly payment?: string | undefined;
  /** Directory to write to; `./generated` by default. */
  readonly out?: string | undefined;
  /** Names of the parts to generate, and emitters of your own. All parts by default, and where no part is named. */
  readonly emitters?: readonly (EmitterName | Emitter)[] | undefined;
  /** The form of generated modules. */
  readonly code?: CodeConfig | undefined;
  /** The form of MCP tool descriptors. */
  readonly mcp?: McpConfig | undefined;
  /** Your module of handlers, for `scaffold`. */
  readonly handlers?: string | undefined;
}

export interface CodeConfig {
  /** TypeScript, as by default, or JavaScript with declarations. */
  readonly language?: "ts" | "js" | undefined;
  /** What imports of generated modules end in: `js` by default. */
  readonly importExtension?: "js" | "ts" | "none" | undefined;
}

export interface McpConfig {
  /** Whether equal schemas of a tool stand once in its `$defs`, as by default, or inline. */
  readonly schemas?: "shared" | "inline" | undefined;
  /** Levels of members below the arguments that have a description; 3 by default. */
  readonly descriptions?: number | undefined;
  /** Gives each tool an `outputSchema`. */
  readonly results?: boolean | undefined;
}

export interface LintConfig {
  /** Directories of schemas; `./schemas` by default. */
  readonly directories?: readonly string[] | undefined;
  /** Levels of rules. */
  readonly rules?: Readonly<Record<string, "off" | "note" | "warning" | "error">> | undefined;
}

export interface DiffConfig {
  /** Report only the changes that concern this role. */
  readonly role?: "business" | "platform" | undefined;
  /** The level from which on a change fails the run; `breaking` by default. */
  readonly failOn?: "breaking" | "dangerous" | "none" | undefined;
  /** Levels of rules. */
  readonly levels?: Readonly<Record<string, "breaking" | "dangerous" | "safe" | "off">> | undefined;
  /** File of accepted changes; `proto-gen-diff-ignore.json` by default, if it exists. */
  readonly ignore?: string | undefined;
}

export interface MockConfig {
  /** Port to listen on; 8080 by default. */
  readonly port?: number | undefined;
  /** Products, prices, stock, codes, rates, customers and outcomes. */
  readonly data?: string | undefined;
  /** Uses TLS. */
  readonly https?: boolean | undefined;
  /** Generates the same ids for the same calls in the same order. */
  readonly seed?: number | undefined;
  /** Directory to write mail to. */
  readonly mail?: string | undefined;
}

/** A whole configuration: one target, or several that share what stands beside `targets`. */
export interface Config extends TargetConfig {
  readonly $schema?: string | undefined;
  /** Targets by name. Each has the members beside `targets`, where it does not have its own. */
  readonly targets?: Readonly<Record<string, TargetConfig>> | undefined;
  readonly lint?: LintConfig | undefined;
  readonly diff?: DiffConfig | undefined;
  readonly mock?: MockConfig | undefined;
}

/**
 * Types the configuration that it is given, and returns it.
 *
 * @example
 * ```ts
 * import { defineConfig } from "proto-gen/config";
 *
 * export default defineConfig({
 *   profile: "./profile.json",
 *   schemas: ["vendor:npm:@vendor/schemas=https://vendor.example/schemas"],
 *   out: "./src/generated",
 * });
 * ```
 */
export function defineConfig(config: Config): Config {
  return config;
}
