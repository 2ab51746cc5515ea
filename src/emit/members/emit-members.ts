/** Emit members: the members that answers and requests declare, as data. A server in development names what they have beside them. */

import { hasServer, type Model } from "../../model/model.js";
import {
  camelCase,
  code,
  CODEGEN,
  hardline,
  identifier,
  ModuleScope,
  objectLiteral,
  type Doc,
  type Fragment,
  type Identifier,
} from "../v1.js";
import type { BuiltInEmitter } from "../emitter.js";
import { DeclaredMembers, type DeclaredPlace, type Place } from "./declared-members.js";

const MEMBERS = identifier("members");
const REQUEST_MEMBERS = identifier("requestMembers");

export const members: BuiltInEmitter = {
  name: "members",
  needs: [],
  emit: (model) => (hasServer(model) ? [membersModule(model)] : []),
};

function membersModule({ services, profile, hasType, typeOf }: Model): Fragment {
  const scope = new ModuleScope("members", [MEMBERS, REQUEST_MEMBERS]);
  // Not of the union with functions and `true`, whose own members, such as `hasOwnProperty`, would have other types.
  const type = scope.importType(CODEGEN, identifier("DeclaredMembers"));
  const declared = new DeclaredMembers();
  const operations = services.flatMap((service) => service.operations);
  const printer = new PlacePrinter(scope, type);

  function byOperation(direction: "request" | "response", envelope?: string) {
    return operations.flatMap((operation) => {
      const { id, [direction]: definition } = operation;
      if (definition === undefined) return [];
      const wish = hasType(definition) ? typeOf(definition).name : id;
      return [[id, printer.reference(declared.placeOf(definition, envelope), wish)] as const];
    });
  }

  const responses = byOperation("response", profile.vocabulary.name);
  const requests = byOperation("request");
  const docs: readonly Doc[] = [
    ...printer.declarations,
    [
      code`/** The members that responses declare, by operation. \`*\` stands for all other operations. */`,
      hardline,
      code`export const ${MEMBERS}: ${type} = `,
      objectLiteral(responses),
      ";",
    ],
    [
      code`/** The members that requests declare, by operation. */`,
      hardline,
      code`export const ${REQUEST_MEMBERS}: ${type} = `,
      objectLiteral(requests),
      ";",
    ],
  ];
  return {
    path: "members",
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: MEMBERS, docs }],
  };
}

/** Of a constant: longer names would cost more than they say. */
const LONGEST_NAME = 80;

/** Named by the whole way to it, so that places of one name are told apart without numbers. */
function nameBelow(wish: string, member: string): string {
  const name = `${wish}_${member === "*" ? "value" : member}`;
  return name.length > LONGEST_NAME ? member : name;
}

/** Prints each place once, as a constant, which others refer to. */
class PlacePrinter {
  readonly declarations: Doc[] = [];
  readonly #scope: ModuleScope;
  readonly #type: Identifier;
  readonly #constants = new Map<DeclaredPlace, Identifier>();

  constructor(scope: ModuleScope, type: Identifier) {
    this.#scope = scope;
    this.#type = type;
  }

  reference(place: Place, wish: string): Doc {
    if (place === "any") return code`true`;
    const known = this.#constants.get(place);
    if (known !== undefined) return code`() => ${known}`;
    const name = this.#scope.claim(camelCase(wish, identifier("place")));
    this.#constants.set(place, name);
    const own = [...place.members].map(
      ([member, each]) => [member, this.reference(each, nameBelow(wish, member))] as const,
    );
    this.declarations.push([code`const ${name}: ${this.#type} = `, objectLiteral(own), ";"]);
    return code`() => ${name}`;
  }
}
