/** Field masks as source: nested literals, and a constant for each mask that contains itself. */

import {
  camelCase,
  code,
  CODEGEN,
  identifier,
  objectLiteral,
  type Doc,
  type Identifier,
  type ModuleScope,
} from "../v1.js";
import type { FieldMask, FieldSelection } from "./field-mask.js";

type Members = FieldMask["members"];

export class FieldMaskLiterals {
  /** Declarations of the constants that the literals refer to. */
  readonly declarations: Doc[] = [];
  readonly #scope: ModuleScope;
  readonly #constants = new Map<Members, Identifier>();
  /** Masks whose literal is being printed. */
  readonly #open = new Set<Members>();

  constructor(scope: ModuleScope) {
    this.#scope = scope;
  }

  literal(selection: FieldSelection, wish = identifier("kept")): Doc {
    if (selection === "all") return code`true`;
    const { members } = selection;
    const known = this.#constants.get(members) ?? this.#claimIfOpen(members, wish);
    if (known !== undefined) return code`() => ${known}`;
    this.#open.add(members);
    const value = objectLiteral(
      [...members].map(([name, each]) => [
        name,
        this.literal(each, camelCase(`${wish}_${name}`, wish)),
      ]),
    );
    this.#open.delete(members);
    const constant = this.#constants.get(members);
    if (constant === undefined) return value;
    const type = this.#scope.importType(CODEGEN, identifier("Kept"));
    this.declarations.push([code`const ${constant}: ${type} = `, value, ";"]);
    return code`() => ${constant}`;
  }

  #claimIfOpen(members: Members, wish: Identifier): Identifier | undefined {
    if (!this.#open.has(members)) return undefined;
    const name = this.#scope.claim(wish);
    this.#constants.set(members, name);
    return name;
  }
}
