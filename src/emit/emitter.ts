/** An emitter is a pure function from the model to parts of files. No emitter knows another. */

import type { Model } from "../model/model.js";
import type { CodeForm } from "./code-form.js";
import type { DescriptorForm } from "./descriptor-form.js";
import type { EmitterName } from "./emitter-names.js";
import type { OutputFile } from "./output-file.js";
import type { Doc } from "../source/doc.js";
import type { Import } from "../source/module-scope.js";
import type { Identifier } from "../text/identifier.js";

/** The part of one TypeScript module that one emitter prints; the assembler joins those of a path. */
export interface Fragment {
  /** Module path below the output directory, without extension. */
  readonly path: string;
  readonly imports: readonly Import[];
  /** Constants of the module, before all types. */
  readonly constants: readonly Doc[];
  /** Declarations by the type they belong to, in the order they are to stand in. */
  readonly declarations: readonly Declaration[];
}

export interface Declaration {
  /** Name of the type; declarations of one subject stand together. */
  readonly subject: Identifier;
  /** An emitter of many prints each at once: together, their documents would be most of what a run keeps in memory. */
  readonly docs: readonly Doc[];
}

export interface EmitOptions {
  /** True where validators assert `format`; false where they take it as an annotation. */
  readonly assertFormats: boolean;
  /** The form of tool descriptors. */
  readonly descriptors: DescriptorForm;
  readonly code: CodeForm;
}

/** A part of a TypeScript module, or a whole file of another kind. */
export type Emission = Fragment | OutputFile;

type Emit = (
  model: Model,
  options: EmitOptions,
) => Promise<readonly Emission[]> | readonly Emission[];

interface NamedEmitter {
  /** The name that `--only` takes. */
  readonly name: EmitterName;
  /** Emitters whose output this one's refers to. */
  readonly needs: readonly string[];
}

interface PlainEmitter extends NamedEmitter {
  readonly emit: Emit;
}

/** Begins what takes long to load before there is a model, as soon as it is known to be needed. */
interface StartingEmitter extends NamedEmitter {
  start(): Started;
}

export type Emitter = PlainEmitter | StartingEmitter;

/** An emitter that has begun: it emits once, or is closed without. */
export interface Started {
  /** Is told the transports that services will be bound to; it may load what it needs for them. */
  prepare(transports: ReadonlySet<string>): void;
  readonly emit: Emit;
  close(): void;
}
