/**
 * Validators and projections of operations for one platform's set of capabilities, with the rules of the release, and the rejection of
 * responses with ids that cannot be used in a path. Over REST the platform puts an id in the path of its next
 * call (§4.2): without this check, nobody could read, pay or cancel the resource later.
 */

import {
  type ResponseHandlers,
  createSelectEnvelope,
  offeredHandlers,
  type OfferedHandlers,
  type SelectEnvelope,
} from "../envelope/create-envelope.js";
import { projector, withoutCredentials } from "../envelope/member-removals.js";
import { type Message, outcomeMessages, withReleaseMessages } from "../envelope/message.js";
import { escapePointerToken } from "../json/json-pointer.js";
import { isObject, own } from "../json/members.js";
import { createRouter } from "../rest/router.js";
import { FoundIssue } from "../schema/issue.js";
import type { Issue } from "../schema/validator-interface.js";
import type { Operation, Service } from "../service/operation.js";
import {
  type ReleaseValues,
  SPECIFICATION_FACTS,
  type ReleaseFacts,
} from "../service/release-values.js";
import {
  createSubsetValidators,
  perActiveSet,
  viewAt,
  type OperationChecks,
  type SubsetValidators,
} from "../service/subset-validators.js";
import { isCapability } from "../vocabulary/vocabulary.js";
import type { ServerDefinition } from "./definition.js";
import { requireSearchInput, type SearchCall } from "./release-refusals.js";

/**
 * What `payloads.ts` calls. The validators are the generated ones of an operation, without the checks and requirements of extensions that
 * are not active; undefined where an operation has none.
 */
export interface PlatformViews extends SubsetValidators {
  readonly facts: ReleaseFacts;
  /** Selects the envelope of a response, with the capabilities that it lists. */
  readonly envelopeOf: SelectEnvelope;
  /** The messages of a response without a resource. */
  outcomeMessages(messages: readonly Message[], isThere: boolean): readonly Message[];
  /** @throws ProtocolError `invalid_request` */
  requireSearchInput(call: SearchCall): void;
  /** One issue for each id in a response that cannot be used in a path. */
  readonly unaddressable: FindUnaddressable;
  /** Removes credentials, and members that may be credentials (§2.5). */
  withoutCredentials(answer: object): object;
  /** Removes what this platform has not negotiated (DESIGN §9). */
  project(operation: Operation, active: ReadonlySet<string>, answer: object): object;
  /**
   * The payment handlers of a response. `given` are those that the business returns; `declared` means those of its
   * profile, which checkouts have. Undefined if there are none and none are required, or the release has no place for
   * them.
   */
  handlersOf(
    operation: Operation,
    given: ResponseHandlers | "declared" | undefined,
  ): OfferedHandlers | undefined;
}

/**
 * @param release Default: the protocol's own text
 * @param declared the payment handlers of the business's profile
 * @param services with the endpoints at which they are served
 */
export function createPlatformViews(
  checks: OperationChecks & Pick<ServerDefinition, "agreement">,
  release?: ReleaseValues,
  declared?: ResponseHandlers,
  services: readonly Service[] = [],
): PlatformViews {
  const projectorOf = perActiveSet(projector);
  const { facts = SPECIFICATION_FACTS } = release ?? {};
  const offered = declared && offeredHandlers(declared);
  return {
    facts,
    envelopeOf: createSelectEnvelope(checks.agreement, facts),
    outcomeMessages: (messages, isThere) => outcomeMessages(messages, isThere, release),
    requireSearchInput: (call) => requireSearchInput(call, facts, checks.surface),
    ...createSubsetValidators(checks),
    unaddressable: createFindUnaddressable(services),
    withoutCredentials: (answer) => withoutCredentials(answer, release?.paymentAnswer),
    project(operation, active, answer) {
      const view = viewAt(checks.surface, operation.surface?.response);
      const agreed = view === undefined ? answer : projectorOf(view, active)(answer);
      return withReleaseMessages(agreed, release);
    },
    handlersOf({ capability }, given) {
      const { envelope = ["payment_handlers"] } = release ?? {};
      if (!envelope.includes("payment_handlers")) return undefined;
      if (given !== undefined && given !== "declared") return offeredHandlers(given);
      if (!isCapability(capability, "checkout")) return undefined;
      const own = given === "declared" ? offered : undefined;
      return own ?? (release?.paymentHandlers === "required" ? offeredHandlers({}) : undefined);
    },
  };
}

/** Texts that are the same before and after percent-encoding, and no dot segment. */
const UNRESERVED = /^[\w-]{1,255}$/;

const RULE = { code: "format", text: "cannot be used in the path " } as const;

/** A member that becomes part of an operation's path: `id` in responses of a capability, `order.id` in all others. */
interface IdPlace {
  readonly path: readonly string[];
  /** Undefined for members of every response. */
  readonly capability: string | undefined;
  readonly template: string;
  /** True if a call with this id in its path reaches the operation, with the id unchanged. */
  stands(id: string): boolean;
}

/** Returns one issue for each id in a response that cannot be used in a path. */
type FindUnaddressable = (operation: Operation, body: object) => readonly Issue[];

function createFindUnaddressable(services: readonly Service[]): FindUnaddressable {
  const places = services.flatMap(placesOf);
  const byCapability = new Map<string, readonly IdPlace[]>();

  function placesFor(capability: string): readonly IdPlace[] {
    const known = byCapability.get(capability);
    if (known !== undefined) return known;
    const own = places.filter((each) => (each.capability ?? capability) === capability);
    byCapability.set(capability, own);
    return own;
  }

  return ({ capability }, body) => {
    const issues: Issue[] = [];
    for (const place of placesFor(capability)) {
      const id = valueAt(body, place.path);
      if (typeof id === "string" && !place.stands(id)) issues.push(issueAt(place));
    }
    return issues;
  };
}

function placesOf({ endpoints, operations }: Service): IdPlace[] {
  if (endpoints.rest === undefined) return [];
  const router = createRouter(operations);
  const literals = new Set(operations.flatMap(({ rest }) => rest?.path.split("/") ?? []));
  return operations.flatMap((operation) => {
    const { rest, capability, identifiers } = operation;
    if (rest === undefined) return [];
    return identifiers
      .filter((name) => rest.path.includes(`{${name}}`))
      .flatMap((name) => {
        const stands = (id: string): boolean => {
          // Only a literal segment could lead elsewhere.
          if (UNRESERVED.test(id) && !literals.has(id)) return true;
          const path = pathOf(rest.path, name, id);
          return path !== undefined && leadsTo(router, operation, path, name, id);
        };
        return membersWith(name, capability).map((place) => ({
          ...place,
          template: rest.path,
          stands,
        }));
      });
  });
}

/** A resource has its id under its own name; other resources may contain the resource as a member. */
function membersWith(
  name: string,
  capability: string,
): readonly Pick<IdPlace, "path" | "capability">[] {
  const resource = capability.slice(capability.lastIndexOf(".") + 1);
  const own = name === `${resource}_id` ? [["id"], [name]] : [[name]];
  const id = name === `${resource}_id` ? "id" : name;
  return [
    ...own.map((path) => ({ path, capability })),
    { path: [resource, id], capability: undefined },
  ];
}

function pathOf(template: string, name: string, id: string): string | undefined {
  try {
    const segment = encodeURIComponent(id);
    return template.replace(/\{([^{}]*)\}/g, (_, each: string) => (each === name ? segment : "id"));
  } catch {
    return undefined;
  }
}

function leadsTo(
  router: ReturnType<typeof createRouter>,
  operation: Operation,
  path: string,
  name: string,
  id: string,
): boolean {
  try {
    const route = router.route(operation.rest?.method ?? "GET", path);
    return (
      route.kind === "operation" &&
      route.operation.id === operation.id &&
      route.parameters[name] === id
    );
  } catch {
    return false;
  }
}

function valueAt(body: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) ? own(value, name) : undefined),
    body,
  );
}

function issueAt({ path, template }: IdPlace): Issue {
  const pointer = path.map((name) => `/${escapePointerToken(name)}`).join("");
  return new FoundIssue({ rule: RULE, pointer, expected: template, attribution: undefined });
}
