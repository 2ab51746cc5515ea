/** Writes to the business's log. Never throws: errors of the log itself are dropped. */
export type Report = (error: unknown) => void;
