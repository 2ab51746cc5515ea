/** Explanations of codes and rules: the prose and the examples that `proto-gen explain` and the pages in `docs/` print. */

import type { Json } from "@proto-gen/runtime/json";

interface ExplanationText {
  /** Its meaning, why it is an error or a warning, and the consequences: two to five sentences. */
  readonly text: string;
  /** The section of the protocol, RFC or JSON Schema that demands it. Without one, only this tool does. */
  readonly source?: string;
  /** The command that reports it, where that is not plain generating. */
  readonly run?: string;
}

/** A test runs the wrong example and the corrected one. */
export interface TestedExplanation extends ExplanationText {
  readonly wrong: Example;
  readonly right: Example;
}

interface UntestedExplanation extends ExplanationText {
  /** Why no test can run an example. One may be shown all the same. */
  readonly untested: string;
  readonly wrong?: Example;
  readonly right?: Example;
}

export type Explanation = TestedExplanation | UntestedExplanation;

export type Example = JsonExample | TextExample | CommandExample;

/** A value in one of the author's documents. */
export interface JsonExample {
  readonly file: string;
  /** JSON pointer (RFC 6901) of the value in the file; empty for the whole file. */
  readonly at: string;
  readonly json: Json;
}

/** A whole file that is not JSON, or not valid JSON yet. */
export interface TextExample {
  readonly file: string;
  /** Ends in a newline. */
  readonly text: string;
}

export interface CommandExample {
  readonly command: string;
}
