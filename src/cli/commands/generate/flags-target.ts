/** The target that the options of `proto-gen generate` describe. */

import { codeForm } from "../../../emit/code-form.js";
import type { GenerationTarget } from "../../../target/target.js";
import { descriptorForm } from "../../descriptor-flags.js";
import type { GenerateFlags } from "./command.js";

/** @throws ProtoGenError USAGE for a form of code that nothing can import */
export function flagsTarget(flags: GenerateFlags): GenerationTarget {
  const { profile, release, whose, strict, platform, development, capabilities, schemas } = flags;
  const { payment, fact: facts, overlay: overlays, accept, out, only, emitters } = flags;
  return {
    ...{ profile, release, whose, strict, platform, development, capabilities, schemas },
    ...{ payment, facts, overlays, accept, out, only, emitters },
    descriptors: descriptorForm(flags),
    code: codeForm(flags),
  };
}
