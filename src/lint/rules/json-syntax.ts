/** Files that are no strict JSON. In: what reading the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const jsonSyntax = codeRule("JSON_SYNTAX", ({ problems }) => problems);
