/**
 * The repository's configuration with the test files of one module. Stryker has an option for them, but with it
 * a mutant of a module's top level is switched on after the module was loaded, and none is ever killed.
 */

import { defineConfig } from "vitest/config";
import repository from "../vitest.config.js";

/** The paths of the test files, as a list in JSON. */
const include = JSON.parse(process.env.MUTATION_TESTS);

const { testTimeout, hookTimeout, expect } = repository.test;

// Neither its projects, nor its build: Stryker's copy is of mutated sources, and no process runs what is built of them.
export default defineConfig({ ...repository, test: { include, testTimeout, hookTimeout, expect } });
