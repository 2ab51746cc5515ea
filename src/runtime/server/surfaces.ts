/** Validators and projections of operations for one platform's set of capabilities, with the rules of the release. */

import { isCapability } from "../vocabulary/vocabulary.js";
import { projector, withoutCredentials } from "../envelope/member-removals.js";
import { type Message, outcomeMessages, withReleaseMessages } from "../envelope/message.js";
import {
  type ResponseHandlers,
  createSelectEnvelope,
  offeredHandlers,
  type OfferedHandlers,
  type SelectEnvelope,
} from "../envelope/create-envelope.js";
import {
  createSubsetValidators,
  perActiveSet,
  viewAt,
  type OperationChecks,
  type SubsetValidators,
} from "../service/subset-validators.js";
import type { Operation, Service } from "../service/operation.js";
import {
  type ReleaseValues,
  SPECIFICATION_FACTS,
  type ReleaseFacts,
} from "../service/release-values.js";
import type { ServerDefinition } from "./definition.js";
import { requireSearchInput, type SearchCall } from "./release-refusals.js";
import { createFindUnaddressable, type FindUnaddressable } from "./addressable-ids.js";

export interface Surfaces extends SubsetValidators {
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
export function createSurfaces(
  checks: OperationChecks & Pick<ServerDefinition, "agreement">,
  release?: ReleaseValues,
  declared?: ResponseHandlers,
  services: readonly Service[] = [],
): Surfaces {
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
