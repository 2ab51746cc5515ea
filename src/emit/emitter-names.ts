/**
 * The names that `--only` takes. They stand apart from the emitters, because the command line's help lists them and
 * must not load the emitters for that.
 */

/** In the order in which the emitters start: the one that waits for a worker comes first. */
export const EMITTER_NAMES = [
  "openapi",
  "types",
  "validators",
  "by-name",
  "negotiation",
  "services",
  "updates",
  "release",
  "members",
  "mcp-tools",
  "embedded",
  "openrpc",
  "stubs",
] as const;

export type EmitterName = (typeof EMITTER_NAMES)[number];
