/** Files that are not UTF-8. In: what reading the release has found. Out: a finding each. */

import { codeRule } from "../rule.js";

export const jsonEncoding = codeRule("JSON_ENCODING", ({ problems }) => problems);
