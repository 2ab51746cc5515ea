/**
 * A target: what one directory of generated code is generated from, and how. The command line makes one of its options, and a
 * bundler of its project's configuration; what both do with it stands in this folder, and prints nothing.
 */

import { chosenEmitters } from "../config/chosen-emitters.js";
import type { Settings } from "../config/targets.js";
import { codeForm, type CodeForm } from "../emit/code-form.js";
import { completeForm, type DescriptorForm } from "../emit/descriptor-form.js";
import type { Emitter } from "../emit/emitter.js";
import { failure } from "../errors.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import type { InterpretOptions } from "../interpret.js";

type ProfileOptions = Pick<
  InterpretOptions,
  | "profile"
  | "release"
  | "whose"
  | "strict"
  | "platform"
  | "development"
  | "capabilities"
  | "overlays"
>;

/** Paths are relative to the working directory. */
export interface GenerationTarget extends ProfileOptions {
  /** As `parseRoot` takes them. */
  readonly schemas?: readonly string[] | undefined;
  readonly facts?: FactOverrides | undefined;
  /** Path of a list of accepted findings. */
  readonly accept?: string | undefined;
  readonly payment?: string | undefined;
  readonly out: string;
  /** Names of the outputs to generate; all if undefined. */
  readonly only?: readonly string[] | undefined;
  /** Those of others. */
  readonly emitters?: readonly Emitter[] | undefined;
  readonly descriptors?: DescriptorForm | undefined;
  readonly code?: CodeForm | undefined;
}

/** @throws ProtoGenError CONFIG_INVALID without a profile, USAGE for a form of code that nothing can import */
export function configuredTarget(settings: Settings, file: string): GenerationTarget {
  const { profile, out = "./generated", facts, mcp, code, ...rest } = settings;
  if (profile === undefined)
    throw failure("CONFIG_INVALID", "the configuration names no profile", {
      place: { file },
      hint: 'add the member profile, for example "./profile.json"',
    });
  const { release, whose, strict, platform, development, capabilities, schemas, payment } = rest;
  const { overlays, accept } = rest;
  return {
    ...{ profile, release, whose, strict, platform, development, capabilities, schemas, payment },
    facts: facts as FactOverrides | undefined,
    ...{ overlays, accept },
    out,
    ...chosenEmitters(settings),
    descriptors: completeForm(mcp ?? {}),
    code: codeForm({ emit: code?.language, importExtension: code?.importExtension }),
  };
}
