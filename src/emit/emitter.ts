/**
 * An emitter is a pure function from the model to parts of files. No emitter knows another. Those of others are passed to
 * `generate`, and see of the model what `proto-gen/emitter/v1` promises (ADR 108); those of this package see all of it.
 */

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

/** A part of a TypeScript module, or a whole file of another kind. */
export type Emission = Fragment | OutputFile;

/** What of the model an emitter of others sees. What else the object holds may change in any release. */
export type EmitterModel = Pick<
  Model,
  | "agreement"
  | "modules"
  | "vocabulary"
  | "viewGroups"
  | "services"
  | "vocabularyOf"
  | "typeOf"
  | "nameOf"
  | "hasType"
  | "ownerOf"
>;

/** How the run that the emitter is part of prints code. */
export interface EmitterOptions {
  readonly code: CodeForm;
}

export interface EmitOptions extends EmitterOptions {
  /** True where validators assert `format`; false where they take it as an annotation. */
  readonly assertFormats: boolean;
  /** The form of tool descriptors. */
  readonly descriptors: DescriptorForm;
}

type Emit<Input, Options> = (
  model: Input,
  options: Options,
) => Promise<readonly Emission[]> | readonly Emission[];

interface PlainEmitter<Input, Options> {
  readonly emit: Emit<Input, Options>;
}

/** Begins what takes long to load before there is a model, as soon as it is known to be needed. */
interface StartingEmitter<Input, Options> {
  start(): Started<Input, Options>;
}

/** An emitter that has begun: it emits once, or is closed without. */
export interface Started<Input = Model, Options = EmitOptions> {
  /** Is told the transports that services will be bound to; it may load what it needs for them. */
  prepare(transports: ReadonlySet<string>): void;
  readonly emit: Emit<Input, Options>;
  close(): void;
}

/** An emitter of this package. */
export type BuiltInEmitter = (
  PlainEmitter<Model, EmitOptions> | StartingEmitter<Model, EmitOptions>
) & {
  /** The name that `--only` takes. */
  readonly name: EmitterName;
  /** Emitters whose output this one's refers to. */
  readonly needs: readonly EmitterName[];
};

/**
 * An emitter of others: it has `emit`, or `start` where it loads something that takes long.
 *
 * @example
 * const names: Emitter = {
 *   name: "type-names",
 *   version: "1.0.0",
 *   needs: [],
 *   emit: ({ modules }) => {
 *     const lines = modules.flatMap(({ types }) => types.map(({ name }) => name));
 *     return [{ path: "type-names.txt", content: `${lines.join("\n")}\n` }];
 *   },
 * };
 */
export type Emitter = (
  PlainEmitter<EmitterModel, EmitterOptions> | StartingEmitter<EmitterModel, EmitterOptions>
) & {
  /** The name that `--only` takes: small letters, digits and hyphens. No other emitter of a run has it. */
  readonly name: string;
  /**
   * Recorded in the manifest. A run with nothing to do knows by it that the emitter is the same: its author changes it
   * with every change of what it writes.
   */
  readonly version: string;
  /** Names of emitters whose output this one's refers to, built in or of others. `--only` with this one runs them, too. */
  readonly needs: readonly string[];
};

/** What the manifest records of an emitter of others. */
export type EmitterIdentity = Pick<Emitter, "name" | "version">;
