/**
 * Refusals whose form depends on the release: no capability in common (§9.5), no such resource (§4.3, §7), a search
 * without input (§4.4), a missing mandate (§1.8).
 */

import { BusinessOutcome, negotiationFailure } from "../envelope/business-outcome.js";
import { writtenMessage } from "../envelope/written-messages.js";
import type { PlatformAgreement } from "../envelope/create-negotiator.js";
import { ProtocolError } from "../error/protocol-error.js";
import { isObject, own } from "../json/members.js";
import type { Issue } from "../schema/validator-interface.js";
import type { Surface } from "../schema/surface.js";
import { viewAt } from "../service/subset-validators.js";
import type { Operation } from "../service/operation.js";
import type { ReleaseFacts } from "../service/release-values.js";
import { hasCapability, isCapability } from "../vocabulary/vocabulary.js";
import type { CallResult } from "./payloads.js";

export interface PlatformRefusal {
  readonly platform: Pick<PlatformAgreement, "active" | "envelope" | "isLater">;
  readonly facts: ReleaseFacts;
  /** The https URL at which the buyer can continue. */
  readonly continueUrl: string;
}

/** @throws ProtocolError `version_unsupported` if the release requires an error for platforms of a later version */
export function refusePlatform({ platform, facts, continueUrl }: PlatformRefusal): CallResult {
  const { active, envelope, isLater } = platform;
  const isVersion = isLater && active.size === 0;
  if (isVersion && facts.unsupportedVersion === "error")
    throw new ProtocolError("version_unsupported");
  const code = isVersion ? "version_unsupported" : facts.nothingInCommon;
  return { kind: "outcome", body: negotiationFailure({ envelope, continueUrl, code }) };
}

/** @returns the outcome that replaces a handler's `not_found` error; undefined if it stays an error */
export function outcomeOfMissing(
  { capability }: Operation,
  thrown: unknown,
  { missingResource }: ReleaseFacts,
): BusinessOutcome | undefined {
  if (missingResource !== "outcome" || !isResource(capability)) return undefined;
  if (!(thrown instanceof ProtocolError) || thrown.code !== "not_found") return undefined;
  return new BusinessOutcome([writtenMessage("not_found", { content: thrown.content })]);
}

function isResource(capability: string): boolean {
  return ["checkout", "cart", "order"].some((name) => isCapability(capability, name));
}

/** @returns undefined if anything else is wrong with the request, or mandates were not negotiated */
export function outcomeOfMissingMandate(
  issues: readonly Issue[],
  active: ReadonlySet<string>,
  { missingMandate }: ReleaseFacts,
): BusinessOutcome | undefined {
  if (missingMandate !== "mandate_required" || !hasCapability(active, "ap2_mandate"))
    return undefined;
  if (!issues.every(isMissingMandate)) return undefined;
  return new BusinessOutcome([writtenMessage("mandate_required", { path: "$.ap2" })]);
}

function isMissingMandate({ code, pointer }: Issue): boolean {
  return code === "required" && /^\/ap2(?:\/|$)/.test(pointer);
}

const INPUTS = ["query", "filters"];

export interface SearchCall {
  readonly operation: Operation;
  readonly payload: unknown;
  readonly active: ReadonlySet<string>;
}

/** @throws ProtocolError `invalid_request` */
export function requireSearchInput(
  { operation, payload, active }: SearchCall,
  { emptySearch }: ReleaseFacts,
  surface: Surface,
): void {
  if (emptySearch === "accepted" || operation.verb !== "search") return;
  const names = [...INPUTS, ...addedMembers(operation, active, surface)];
  if (isObject(payload) && names.some((name) => !isEmpty(own(payload, name)))) return;
  throw new ProtocolError("invalid_request", {
    content: `A search needs at least one of ${names.map((name) => `$.${name}`).join(", ")}.`,
  });
}

function addedMembers(
  { surface: places }: Operation,
  active: ReadonlySet<string>,
  surface: Surface,
): readonly string[] {
  const { contributions = [] } = viewAt(surface, places?.request) ?? {};
  const members = contributions
    .filter(({ capability }) => capability !== undefined && active.has(capability))
    .flatMap((each) => each.members ?? []);
  return [...new Set(members.flatMap(([first]) => first ?? []))];
}

/** Blank queries and empty filters are no input. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  return typeof value === "object" && Object.keys(value).length === 0;
}
