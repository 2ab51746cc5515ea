/** How long changes must have ceased before what follows from them counts. */

/**
 * How long no source must have changed before the result of a run counts. Editors write a file in several steps, and a checkout
 * many files; and chokidar has no event for a change within 50 ms of another one, which must not be read between the two.
 */
export const QUIET_MS = 60;

/**
 * How long what leads to an error must stay as it is before the error is shown: programs empty a file, or remove it, and write it up to
 * 200 milliseconds later.
 */
export const ERROR_MS = 250;

/** What changes all the time keeps a run from its beginning and its end this long at most. */
export const MAX_UNSETTLED_MS = 2_000;
