/** A template as `templates/compile.js` compiles it from a type-checked module. */

export interface CompiledTemplate {
  /** From the runtime, with their local names. */
  readonly imports: readonly TemplateImport[];
  /** Names that the statements use, and the emitter declares. */
  readonly slots: readonly string[];
  /** Their source, each with its comment. */
  readonly statements: readonly string[];
}

export interface TemplateImport {
  readonly from: string;
  readonly name: string;
  readonly local: string;
  readonly typeOnly: boolean;
}
