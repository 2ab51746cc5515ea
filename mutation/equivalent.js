/**
 * Mutants that no test can kill, since they behave as the original does; each was judged by hand. `run.js`
 * prints the score with them and without them. `line` is the trimmed source line where the mutant begins.
 */
export const EQUIVALENT = [];
