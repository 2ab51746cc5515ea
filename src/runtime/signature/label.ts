/** The only label of signatures (§5.4). */
export const LABEL = "sig1";
