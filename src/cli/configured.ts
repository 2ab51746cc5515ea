/** The flags that the members of a configuration stand for. */

import { joinPointer } from "@proto-gen/runtime/json";
import type { Settings } from "../config/targets.js";
import type { CodeFlags } from "../emit/code-form.js";
import { diagnostic, ProtoGenError, type SourceLocation } from "../errors.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { isHttpUrl } from "../text/http-url.js";
import { didYouMean } from "../text/nearest.js";
import type { ConfigPlaces } from "./define-command.js";
import type { DescriptorFlags } from "./descriptor-flags.js";
import type { InputFlags, PaymentFlags } from "./shared-options.js";

export type ConfiguredFlags<Flags> = { readonly [Name in keyof Flags]?: Flags[Name] | undefined };

export function configuredInput(settings: Settings): ConfiguredFlags<InputFlags & PaymentFlags> {
  const { profile, release, whose, strict, platform, capabilities, schemas, development, payment } =
    settings;
  return {
    ...{ profile, release, whose, strict, platform, capabilities, schemas, development, payment },
    fact: settings.facts as FactOverrides | undefined,
    overlay: settings.overlays,
    accept: settings.accept,
  };
}

export function configuredDescriptors({ mcp }: Settings): ConfiguredFlags<DescriptorFlags> {
  return {
    toolSchemas: mcp?.schemas,
    toolDescriptions: mcp?.descriptions,
    toolResults: mcp?.results,
  };
}

export function configuredCode({ code }: Settings): ConfiguredFlags<CodeFlags> {
  return { emit: code?.language, importExtension: code?.importExtension };
}

/** For a schema that is named by its file: no profile is negotiated, and nothing is fetched. */
export function configuredSchema({
  profile,
  schemas,
  overlays,
  facts,
}: Settings): ConfiguredFlags<InputFlags & PaymentFlags> {
  return {
    // Only the protocol's name is read of it, from a file.
    profile: profile === undefined || isHttpUrl(profile) ? undefined : profile,
    schemas,
    overlay: overlays,
    fact: facts as FactOverrides | undefined,
  };
}

/** Where the configuration gives rules a level, by their ids. */
export type RulePlaces = Readonly<Record<string, SourceLocation>>;

/** @param member `lint/rules` or `diff/levels` */
export function rulePlaces(
  [section, member]: readonly [string, string],
  rules: Readonly<Record<string, unknown>> | undefined,
  { locate }: ConfigPlaces,
): RulePlaces | undefined {
  if (rules === undefined || locate === undefined) return undefined;
  return Object.fromEntries(
    Object.keys(rules).map((id) => [id, locate(joinPointer("", section, member, id), "key")]),
  );
}

/**
 * The rules are known where they are loaded, which a command that has no use for them does not do.
 * @throws ProtoGenError CONFIG_INVALID with each id that no rule has
 */
export function requireRules(
  places: RulePlaces = {},
  rules: readonly { readonly id: string }[],
): void {
  const ids = rules.map(({ id }) => id);
  const problems = Object.entries(places).flatMap(([id, place]) =>
    ids.includes(id)
      ? []
      : [
          diagnostic("CONFIG_INVALID", `there is no rule ${id}`, {
            place,
            hint: didYouMean(id, ids) ?? "proto-gen explain lists the rules",
          }),
        ],
  );
  if (problems.length > 0) throw new ProtoGenError(problems);
}
