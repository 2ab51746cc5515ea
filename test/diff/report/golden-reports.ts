/** Where the reports of the sample are kept as someone has looked at them. */

import type { GoldenCase } from "../../support/golden.js";

export const REPORTS: GoldenCase = { name: "diff", input: [] };
