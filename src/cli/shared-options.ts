/** The options that several commands share, and what all of them check in the same way. */

import { InvalidArgumentError, Option } from "commander";
import { failure } from "../errors.js";
import { FACT_NAMES } from "../facts/facts.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { addFact } from "../facts/parse-fact.js";
import type { Whose } from "../load/side.js";
import { offer } from "./completion/offers.js";

/** Heading of the options that print something and run nothing. */
export const OTHER = "Other:";

export interface OptionGroup {
  readonly heading: string;
  readonly options: readonly Option[];
}

/** The options that every command has. */
export interface MessageFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The options that say what of the network may be read. */
export interface AccessFlags {
  readonly fetch?: boolean;
  readonly frozen?: boolean;
  readonly development?: boolean;
}

/** The options that say how strictly a profile is read. */
export interface SideFlags {
  readonly whose?: Whose;
  readonly strict?: boolean;
}

/** The options that choose a profile, as commander gives them. */
export interface InputFlags extends MessageFlags, AccessFlags, SideFlags {
  readonly profile: string;
  readonly release?: string;
  readonly platform?: string;
  readonly capabilities?: readonly string[];
  readonly schemas?: readonly string[];
  /** Paths. */
  readonly overlay?: readonly string[];
  /** Path of a list of accepted findings. */
  readonly accept?: string;
  readonly fact?: FactOverrides;
}

/** The option of the commands whose code serves a release. */
export interface PaymentFlags {
  readonly payment?: string;
}

export interface InputOptions {
  /** The fate of the documents that `--fetch` brings. */
  readonly fetched?: string;
}

export function inputOptions({
  fetched = "and keep none of them",
}: InputOptions = {}): OptionGroup {
  return {
    heading: "Input:",
    options: [
      profileOption(),
      offer(
        new Option(
          "--release <version>",
          "The profile's release, or one that it names in supported_versions",
        ),
        "releases",
      ),
      whoseOption(),
      new Option(
        "--strict",
        "Fail where an entry of another's profile would be left out, and accept no findings",
      ),
      new Option("--platform <file>", "Profile of the other side: keep only what both support"),
      offer(
        new Option(
          "--capabilities <list>",
          "Keep only these capabilities: A,B@2026-11-20",
        ).argParser(parseNameList),
        "capabilities",
      ),
      schemasOption(),
      overlayOption(),
      new Option(
        "--accept <file>",
        "Do not report the warnings about documents of others that FILE accepts",
      ),
      factOption(),
      new Option("--fetch", `Fetch schemas that no directory has over https, ${fetched}`),
      new Option("--frozen", "With --fetch: fail if a document differs from the lock file"),
      new Option("--development", "Accept profiles and endpoints at http://127.0.0.1 or localhost"),
    ],
  };
}

/** Parsed here, so that each command has the values, and says the same of a wrong one. */
export function factOption(
  description = "Give what the release says in prose alone another value: see list (repeatable)",
): Option {
  const option = new Option("--fact <name=value>", description).argParser(addFact);
  return offer(
    option,
    FACT_NAMES.map((name) => `${name}=`),
  );
}

function whoseOption(): Option {
  return new Option(
    "--whose <party>",
    "Whose --profile is: by default own for a file, and another for a URL",
  ).choices(["own", "another"]);
}

export function paymentOption(): Option {
  return new Option(
    "--payment <member>",
    "Member of a request that is the payment, or none, if it is not recognised",
  );
}

export function schemasOption(
  description = "Search DIR for schemas by $id, or by URL with DIR=URL-PREFIX; vendor:DIR for those of others (repeatable)",
): Option {
  return new Option("--schemas <dir>", description).argParser(appendValue);
}

/** The options of the commands that read a configuration. */
export function configOptions(): OptionGroup {
  return {
    heading: "Configuration:",
    options: [
      new Option(
        "-c, --config <file>",
        "Configuration to read (default: proto-gen.config.ts, .js or .json, or proto-gen in package.json, here or in the nearest directory above)",
      ),
      new Option("--no-config", "Read no configuration"),
      offer(
        new Option("--target <name>", "Target of the configuration to use, where it has several"),
        "targets",
      ),
    ],
  };
}

export function overlayOption(
  description = "Correct a document of others with an overlay: see docs/guide/overlays.md (repeatable)",
): Option {
  return new Option("--overlay <file>", description).argParser(appendValue);
}

/** A command's texts for the options that every command has, and the options that it adds. */
export interface MessageOptions {
  readonly json?: string;
  readonly quiet?: string;
  readonly more?: readonly Option[];
}

/** `defineCommand` gives them to every command. */
export function messageOptions({
  json = "Print the result, or the errors, as JSON on stdout",
  quiet = "Print nothing but errors",
  more = [],
}: MessageOptions = {}): OptionGroup {
  return {
    heading: "Messages:",
    options: [
      new Option("--json", json),
      new Option("--quiet", quiet).conflicts("verbose"),
      ...more,
    ],
  };
}

export function profileOption(description = "Profile to read"): Option {
  return new Option("-p, --profile <file>", description);
}

/** @param formats those that the command has, `text` and `json` among them */
export function formatOption(subject: string, formats: readonly string[]): Option {
  return new Option("--format <name>", `How to print ${subject}, as text by default`).choices(
    formats,
  );
}

/**
 * `--json` is the same as `--format json`.
 * @throws ProtoGenError USAGE if both are given, and differ
 */
export function chooseFormat<Format extends string>({
  json = false,
  format,
}: MessageFlags & { readonly format?: Format | undefined }): Format | "text" | "json" {
  if (!json) return format ?? "text";
  if (format === undefined || format === "json") return "json";
  throw failure("USAGE", `--json cannot be used with --format ${format}`);
}

export function helpOption(): Option {
  return new Option("-h, --help", "Print this help").helpGroup(OTHER);
}

export function parseNameList(text: string, previous: readonly string[] = []): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes(""))
    throw new InvalidArgumentError("It must be a list of names, separated by commas.");
  return [...previous, ...names];
}

/** Parser of an option that may be repeated. */
function appendValue(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/**
 * Commander would report a required option that is missing before one that is misspelt.
 * @throws ProtoGenError USAGE
 */
export function requireProfile<Flags extends { readonly profile?: string }>(
  flags: Flags,
): Flags & { readonly profile: string } {
  const { profile } = flags;
  if (profile === undefined)
    throw failure("USAGE", "--profile FILE is missing", {
      hint: "name it here, or as the member profile of proto-gen.config.ts",
    });
  return { ...flags, profile };
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return port;
}
