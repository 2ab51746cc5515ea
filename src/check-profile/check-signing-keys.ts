/** Reports the public keys of a profile that break §2.1.4, at their place in its file. */

import { findSigningKeyProblems } from "@proto-gen/runtime/codegen/generator";
import { diagnostic, type Diagnostic } from "../errors.js";
import { locateSource, type Document } from "../load/document.js";

export function checkSigningKeys(document: Document): Diagnostic[] {
  return findSigningKeyProblems(document.root).map(({ pointer, message, hint, exposesKey }) =>
    diagnostic(exposesKey ? "PROFILE_PRIVATE_KEY_PUBLISHED" : "PROFILE_KEY_INVALID", message, {
      place: locateSource(document, pointer, "key"),
      hint,
    }),
  );
}
