/** Service documents that are not thin (§2.1.1). In: what looking at their schemas has found. Out: one a document. */

import { codeRule } from "../rule.js";

export const serviceInlineFields = codeRule(
  "SERVICE_INLINE_FIELDS",
  ({ loaded }) => loaded.diagnostics,
);
