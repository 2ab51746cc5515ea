/** The flags that the members of a configuration stand for. */

import type { Settings } from "../config/targets.js";
import type { CodeFlags } from "../emit/code-form.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { isHttpUrl } from "../text/http-url.js";
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
