/** A template as `templates/compile.js` gives it, and what a fragment is made of with its slots filled. */

export interface CompiledTemplate {
  /** From the runtime, with the names that the statements know them by. */
  readonly imports: readonly TemplateImport[];
  /** Names that the statements use and the emitter declares, or imports. */
  readonly slots: readonly string[];
  /** As they stand in the template, each with its comment. */
  readonly statements: readonly string[];
}

export interface TemplateImport {
  readonly from: string;
  readonly name: string;
  readonly local: string;
  readonly typeOnly: boolean;
}
