/** References that lead somewhere only from the place of the file. In: what following them has found. Out: one a document. */

import { codeRule } from "../rule.js";

export const loadRefByPlace = codeRule(
  "LOAD_REF_BY_PLACE",
  ({ loaded }) => loaded.diagnostics,
  "correct the $id of the document, or the reference",
);
