import { diagnostic, type Diagnostic } from "../errors.js";
import { locateSource, type DocumentPosition } from "../load/document.js";

/** @param at the member whose name is misspelt */
export function misspeltMemberDiagnostic(
  at: DocumentPosition,
  { written, meant }: { readonly written: string; readonly meant: string },
): Diagnostic {
  return diagnostic(
    "PROFILE_MEMBER_MISSPELT",
    `${JSON.stringify(written)} is not a member that is read`,
    {
      place: locateSource(at.document, at.pointer, "key"),
      hint: `did you mean ${meant}?`,
    },
  );
}
