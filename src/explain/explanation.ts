/** What there is to say of one code, beside its summary, hint and exit code in `errors.ts`. */

import type { Json } from "@proto-gen/runtime/json";

interface About {
  /** What it means, why it is an error or a warning, and what follows: two to five sentences. */
  readonly text: string;
  /** Who says that it is wrong: a section of the protocol, an RFC, JSON Schema. Without one this tool does. */
  readonly source?: string;
  /** The command that says it, where it is not plain generating. */
  readonly run?: string;
}

/** An example and the same mended; a test runs both, in the release of `test/explain/release`. */
interface Tested {
  readonly wrong: Example;
  readonly right: Example;
}

/** Says why no test can run an example. One may be shown all the same. */
interface Untested {
  readonly untested: string;
  readonly wrong?: Example;
  readonly right?: Example;
}

export type Explanation = About & (Tested | Untested);

export type Example = JsonExample | TextExample | CommandExample;

/** A value in one of the author's documents. */
export interface JsonExample {
  readonly file: string;
  /** JSON pointer (RFC 6901) of the value in the file; the whole file where it is empty. */
  readonly at: string;
  readonly json: Json;
}

/** A whole file that is no JSON, or is none yet. */
export interface TextExample {
  readonly file: string;
  /** Ends in a newline. */
  readonly text: string;
}

export interface CommandExample {
  readonly command: string;
}
