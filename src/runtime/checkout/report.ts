/** The business's log, as the keeper writes it: what it throws itself is dropped. */
export type Report = (error: unknown) => void;
