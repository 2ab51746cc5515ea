/**
 * A new project with each package manager, from the packed files, on the Node that runs the tests. `npm run suite:packages` goes through
 * every combination with a registry, a workspace, and other versions of Node.
 */

import { describeCombinations } from "../packages/combinations.js";
import { MANAGERS } from "../packages/managers.js";

describeCombinations(
  MANAGERS.map((manager) => ({
    ...{ manager, source: "tarballs" as const },
    ...{ node: undefined, isWorkspace: false },
  })),
);
