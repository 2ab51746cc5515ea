/** Emit updates: for each resource that a platform can update, what it sends of what it has got (§4.2). */

import type { Model } from "../../model/model.js";
import type { Definition } from "../../model/node.js";
import { collectRequiredMembers } from "../../model/in-place.js";
import {
  identifiersOf,
  type Operation,
  type ServiceModel,
} from "../../model/services/operation.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { camelCase } from "../../text/words.js";
import type { Emitter, Fragment } from "../emitter.js";
import { code, joinCode, type Code } from "../source/code.js";
import { CODEGEN } from "../source/codegen.js";
import { hardline, indent, join, type Doc } from "../source/doc.js";
import { arrayLiteral, objectLiteral, stringLiteral } from "../source/literal.js";
import { ModuleScope } from "../source/module-scope.js";
import { keptMembers, type Kept, type KeptMembers } from "./kept-members.js";

export const UPDATES_MODULE = "updates";

/** The function that a module of updates exports. */
export const UPDATE_REQUEST_OF = identifier("updateRequestOf");

export const updates: Emitter = {
  name: "updates",
  needs: ["types", "validators", "services"],
  emit: (model) => {
    const found = updatesOf(model);
    return found.length === 0 ? [] : [updatesModule(found)];
  },
};

interface Update {
  readonly service: ServiceModel;
  readonly operation: Operation;
  readonly marks: readonly string[];
  readonly kept: KeptMembers;
}

/** Those with more marks come first; of two that nothing tells apart, the first stays. */
export function updatesOf(model: Model): readonly Update[] {
  const found = model.services.flatMap((service) =>
    service.operations.flatMap((operation): Update[] => {
      const { verb, request, response } = operation;
      if (verb !== "update" || request === undefined || response === undefined) return [];
      const sent = keptMembers(request, response, model);
      if (sent === undefined) return [];
      // What names the resource is a part of the call, whether the payload repeats it or not.
      const names = identifiersOf(operation).map((name) => [name, "all"] as const);
      const kept = { members: new Map([...names, ...sent.members]) };
      return [{ service, operation, marks: marksOf(response, model), kept }];
    }),
  );
  const distinct = new Map(found.reverse().map((each) => [each.marks.join(), each]));
  return [...distinct.values()].sort(
    (left, right) =>
      right.marks.length - left.marks.length || (left.operation.id < right.operation.id ? -1 : 1),
  );
}

/** What every such resource has beside its envelope. */
function marksOf(resource: Definition, { profile }: Model): readonly string[] {
  return collectRequiredMembers(resource).filter((name) => name !== profile.vocabulary.name);
}

function updatesModule(found: readonly Update[]): Fragment {
  const scope = new ModuleScope(UPDATES_MODULE, [UPDATE_REQUEST_OF]);
  const constants = new KeptConstants(scope);
  const declared = found.map(({ kept, marks, operation }) => {
    const type = scope.import(CODEGEN, identifier("Update"), true);
    const name = scope.claim(camelCase(operation.id, identifier("update")));
    const value = objectLiteral([
      ["marks", arrayLiteral(marks.map(stringLiteral))],
      ["kept", constants.literal(kept)],
    ]);
    return { name, doc: [code`const ${name}: ${type} = `, value, ";"] as const };
  });
  const signatures = found.map((update) => [
    code`export function ${UPDATE_REQUEST_OF}(`,
    indent([hardline, code`resource: ${typeOf(update, "response", scope)},`]),
    hardline,
    code`): ${requestOf(update, scope)};`,
    hardline,
  ]);
  const update = scope.import(CODEGEN, identifier("updateOf"));
  const names = declared.map(({ name }) => name);
  const implementation: Doc = [
    join(hardline, [
      code`/**`,
      code` * What the business has given, as an update that leaves it as it is: to be changed, and sent (§4.2).`,
      code` *`,
      code` * @throws TypeError for what has not the members of such a resource`,
      code` */`,
    ]),
    hardline,
    signatures,
    code`export function ${UPDATE_REQUEST_OF}(resource: object): unknown {`,
    indent([hardline, code`return ${update}(resource, `, arrayLiteral(names), code`);`]),
    hardline,
    "}",
  ];
  return {
    path: UPDATES_MODULE,
    imports: scope.imports,
    constants: [],
    declarations: [
      {
        subject: UPDATE_REQUEST_OF,
        docs: [...constants.docs, ...declared.map(({ doc }) => doc), implementation],
      },
    ],
  };
}

function typeOf({ service, operation }: Update, member: string, scope: ModuleScope): Code {
  const operations = scope.import(service.module, identifier("Operations"), true);
  return code`${operations}[${stringLiteral(operation.id)}][${stringLiteral(member)}]`;
}

/** What a client's method takes; without members that every update has and a resource may lack. */
function requestOf(update: Update, scope: ModuleScope): Code {
  const request = scope.import("@proto-gen/runtime/service", identifier("RequestOf"), true);
  const operations = scope.import(update.service.module, identifier("Operations"), true);
  const whole = code`${request}<${operations}[${stringLiteral(update.operation.id)}]>`;
  const { request: sent } = update.operation;
  const missing =
    sent === undefined
      ? []
      : collectRequiredMembers(sent).filter((name) => !update.marks.includes(name));
  if (missing.length === 0) return whole;
  return code`Omit<${whole}, ${joinCode(missing.map(stringLiteral), " | ")}>`;
}

/** What is kept, as literals; what leads back to itself is a constant. */
class KeptConstants {
  readonly docs: Doc[] = [];
  readonly #scope: ModuleScope;
  readonly #names = new Map<KeptMembers["members"], Identifier>();
  readonly #open = new Set<KeptMembers["members"]>();

  constructor(scope: ModuleScope) {
    this.#scope = scope;
  }

  literal(kept: Kept, wish = identifier("kept")): Doc {
    if (kept === "all") return code`true`;
    const { members } = kept;
    const known = this.#names.get(members);
    if (known !== undefined) return code`() => ${known}`;
    if (this.#open.has(members)) {
      const name = this.#scope.claim(wish);
      this.#names.set(members, name);
      return code`() => ${name}`;
    }
    this.#open.add(members);
    const value = objectLiteral(
      [...members].map(([name, each]) => [
        name,
        this.literal(each, camelCase(`${wish}_${name}`, wish)),
      ]),
    );
    this.#open.delete(members);
    const name = this.#names.get(members);
    if (name === undefined) return value;
    const type = this.#scope.import(CODEGEN, identifier("Kept"), true);
    this.docs.push([code`const ${name}: ${type} = `, value, ";"]);
    return code`() => ${name}`;
  }
}
