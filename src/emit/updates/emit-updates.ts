/**
 * Emit updates: for each resource that a platform can update, a function from the resource to the update that leaves
 * it as it is (§4.2). The resources are told apart at run time, by the members that each always has.
 */

import type { Model } from "../../model/model.js";
import {
  arrayLiteral,
  camelCase,
  code,
  CODEGEN,
  hardline,
  identifier,
  indent,
  join,
  joinCode,
  ModuleScope,
  objectLiteral,
  stringLiteral,
  type Code,
  type Definition,
  type Doc,
  type Fragment,
  type Identifier,
  type Operation,
  type ServiceModel,
} from "../v1.js";
import { collectRequiredMembers } from "../../model/in-place.js";
import { identifiersOf } from "../../model/services/operation.js";
import type { BuiltInEmitter } from "../emitter.js";
import { buildFieldMask, type FieldMask } from "./field-mask.js";
import { FieldMaskLiterals } from "./field-mask-literals.js";

const UPDATES_MODULE = "updates";

/** The function that the module exports. */
const UPDATE_REQUEST_OF = identifier("updateRequestOf");

export const updates: BuiltInEmitter = {
  name: "updates",
  needs: ["types", "validators", "services"],
  emit: (model) => {
    const resources = collectUpdates(model);
    return resources.length === 0 ? [] : [updatesModule(resources)];
  },
};

interface ResourceUpdate {
  readonly service: ServiceModel;
  readonly operation: Operation;
  /** The members that every such resource has beside its envelope. */
  readonly requiredMembers: readonly string[];
  readonly mask: FieldMask;
}

/**
 * Those with more required members come first, since they are the more specific. Of two resources with the same
 * required members, the first is kept.
 */
function collectUpdates(model: Model): readonly ResourceUpdate[] {
  const all = model.services.flatMap((service) =>
    service.operations.flatMap((operation) => resourceUpdate(service, operation, model) ?? []),
  );
  const distinct = new Map(all.reverse().map((each) => [each.requiredMembers.join(), each]));
  return [...distinct.values()].sort(
    (left, right) =>
      right.requiredMembers.length - left.requiredMembers.length ||
      (left.operation.id < right.operation.id ? -1 : 1),
  );
}

function resourceUpdate(
  service: ServiceModel,
  operation: Operation,
  model: Model,
): ResourceUpdate | undefined {
  const { verb, request, response } = operation;
  if (verb !== "update" || request === undefined || response === undefined) return undefined;
  const declared = buildFieldMask(request, response, model);
  if (declared === undefined) return undefined;
  // An identifier of the resource is a part of the call, whether the payload repeats it or not.
  const identifiers = identifiersOf(operation).map((name) => [name, "all"] as const);
  return {
    service,
    operation,
    requiredMembers: requiredBesideEnvelope(response, model),
    mask: { members: new Map([...identifiers, ...declared.members]) },
  };
}

function requiredBesideEnvelope(resource: Definition, { profile }: Model): readonly string[] {
  return collectRequiredMembers(resource).filter((name) => name !== profile.vocabulary.name);
}

function updatesModule(resources: readonly ResourceUpdate[]): Fragment {
  const scope = new ModuleScope(UPDATES_MODULE, [UPDATE_REQUEST_OF]);
  const literals = new FieldMaskLiterals(scope);
  const constants = resources.map((resource) => updateConstant(resource, scope, literals));
  const names = constants.map(({ name }) => name);
  const docs = [
    ...literals.declarations,
    ...constants.map(({ doc }) => doc),
    updateFunction(resources, names, scope),
  ];
  return {
    path: UPDATES_MODULE,
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: UPDATE_REQUEST_OF, docs }],
  };
}

function updateConstant(
  { mask, requiredMembers: marks, operation }: ResourceUpdate,
  scope: ModuleScope,
  literals: FieldMaskLiterals,
): { readonly name: Identifier; readonly doc: Doc } {
  const type = scope.importType(CODEGEN, identifier("Update"));
  const name = scope.claim(camelCase(operation.id, identifier("update")));
  const value = objectLiteral([
    ["marks", arrayLiteral(marks.map(stringLiteral))],
    ["kept", literals.literal(mask)],
  ]);
  return { name, doc: [code`const ${name}: ${type} = `, value, ";"] };
}

/** One overload for each resource. */
function updateFunction(
  resources: readonly ResourceUpdate[],
  constants: readonly Identifier[],
  scope: ModuleScope,
): Doc {
  const signatures = resources.map((resource) => [
    code`export function ${UPDATE_REQUEST_OF}(`,
    indent([hardline, code`resource: ${responseType(resource, scope)},`]),
    hardline,
    code`): ${requestType(resource, scope)};`,
    hardline,
  ]);
  const update = scope.import(CODEGEN, identifier("updateOf"));
  return [
    FUNCTION_COMMENT,
    hardline,
    signatures,
    code`export function ${UPDATE_REQUEST_OF}(resource: object): unknown {`,
    indent([hardline, code`return ${update}(resource, `, arrayLiteral(constants), code`);`]),
    hardline,
    "}",
  ];
}

const FUNCTION_COMMENT: Doc = join(hardline, [
  code`/**`,
  code` * Returns the update request that leaves this response unchanged. Change the request, then send it (§4.2).`,
  code` *`,
  code` * @throws TypeError if the value lacks the members of such a resource`,
  code` */`,
]);

function responseType({ service, operation }: ResourceUpdate, scope: ModuleScope): Code {
  const operations = scope.importType(service, identifier("Operations"));
  return code`${operations}[${stringLiteral(operation.id)}][${stringLiteral("response")}]`;
}

/** The type that a client's method takes, without members that every update has and a resource may lack. */
function requestType(resource: ResourceUpdate, scope: ModuleScope): Code {
  const { service, operation } = resource;
  const request = scope.importType(CODEGEN, identifier("RequestOf"));
  const operations = scope.importType(service, identifier("Operations"));
  const whole = code`${request}<${operations}[${stringLiteral(operation.id)}]>`;
  const required = operation.request === undefined ? [] : collectRequiredMembers(operation.request);
  const missing = required.filter((name) => !resource.requiredMembers.includes(name));
  if (missing.length === 0) return whole;
  return code`Omit<${whole}, ${joinCode(missing.map(stringLiteral), " | ")}>`;
}
