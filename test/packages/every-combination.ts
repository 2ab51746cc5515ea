/** A new project in every combination of package manager, source, Node and workspace: the project `packages` of Vitest. */

import { ALL, describeCombinations } from "./combinations.js";

describeCombinations(ALL);
