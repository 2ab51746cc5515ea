/** Phrases that reports share, without a full stop. */

import type { SourceLocation } from "../../errors.js";
import type { Change, ChangeDirection, Comparison, Level, Role, SideSummary } from "../change.js";
import { ROLES } from "../change.js";

const PLURAL = { platform: "platforms", business: "businesses" } as const satisfies Record<
  Role,
  string
>;

export function rolePlural(role: Role): "platforms" | "businesses" {
  return PLURAL[role];
}

/** The roles that were asked for. */
export function rolesOf({ role }: Pick<Comparison, "role">): readonly Role[] {
  return role === undefined ? ROLES : [role];
}

/** `request of create_checkout, update_checkout`; undefined where there is neither. */
export function whereText(change: Change): string | undefined {
  const { direction } = change;
  const names = operationsOf(change).join(", ");
  const kind = direction === undefined ? undefined : KINDS[direction];
  if (names === "") return kind === undefined || direction === "schema" ? undefined : kind;
  return kind === undefined ? names : `${kind} of ${names}`;
}

const KINDS: Readonly<Record<ChangeDirection, string>> = {
  request: "request",
  response: "response",
  webhook: "webhook",
  profile: "the profile",
  schema: "schema",
};

/** Without the one that the change is about, which is said already. */
export function operationsOf({ operations, subject }: Change): readonly string[] {
  return operations.filter((operation) => operation !== subject);
}

/** `platforms: breaking, businesses: safe`, of the roles that were asked for. */
export function levelsText({ levels }: Change, roles: readonly Role[]): string {
  return roles.map((role) => `${PLURAL[role]}: ${levels[role]}`).join(", ");
}

/** The change is not safe for the role. */
export function affects({ levels }: Change, role: Role): boolean {
  return levels[role] !== "safe";
}

/** `schemas/checkout.json:3:7`, without the pointer. */
export function positionText({ file, line, column }: SourceLocation): string {
  if (line === undefined) return file;
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** `2026-11-20`, and its version where that is another. */
export function sideText({ name, version }: SideSummary): string {
  return name === version ? name : `${name} (${version})`;
}

export interface Headline {
  readonly subject: string;
  /** Between the two: a message that begins with its subject goes on after it. */
  readonly joint: ": " | " ";
  readonly rest: string;
}

/** The subject once, and the rest of the message. */
export function headlineOf({ subject, message }: Change): Headline {
  if (subject === "") return { subject: "(the whole)", joint: ": ", rest: message };
  return message.startsWith(`${subject} `)
    ? { subject, joint: " ", rest: message.slice(subject.length + 1) }
    : { subject, joint: ": ", rest: message };
}

export function headlineText(change: Change): string {
  const { subject, joint, rest } = headlineOf(change);
  return subject + joint + rest;
}

const TASKS = {
  platform: {
    request: "in what you send",
    response: "in what you read",
    webhook: "in the webhooks that you receive",
  },
  business: {
    request: "in what you accept",
    response: "in what you answer",
    webhook: "in the webhooks that you send",
  },
} as const satisfies Record<Role, Record<"request" | "response" | "webhook", string>>;

type Task = (typeof TASKS)[Role]["request" | "response" | "webhook"] | "in profiles";

/** The place in which a role has to look; undefined if the sender is unknown. */
export function taskText({ direction }: Change, role: Role): Task | undefined {
  if (direction === undefined || direction === "schema") return undefined;
  return direction === "profile" ? "in profiles" : TASKS[role][direction];
}

/** A level as others count: `breaking changes`. */
export function levelLabel<Each extends Level>(level: Each): `${Each} changes` {
  return `${level} changes`;
}
