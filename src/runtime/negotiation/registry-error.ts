/** The error of an invalid registry, and the checks of its values. */

import type { Members } from "../json/members.js";
import { isVersion } from "./version.js";

/** Details besides the message. */
export interface RegistryErrorDetails {
  /** How to fix it, if the message does not say so. */
  readonly hint?: string | undefined;
  /** The names along a cycle of `extends`, starting and ending with the same one. */
  readonly cycle?: readonly string[] | undefined;
}

export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly code = "registry_invalid";
  readonly pointer: string;
  readonly hint: string | undefined;
  readonly cycle: readonly string[] | undefined;

  constructor(pointer: string, message: string, { hint, cycle }: RegistryErrorDetails = {}) {
    super(message);
    this.pointer = pointer;
    this.hint = hint;
    this.cycle = cycle;
  }
}

const NAME = /^[a-z][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/;

export function expectObject(value: unknown, pointer: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw new RegistryError(pointer, `expected an object, found ${describe(value)}`);
}

export function expectString(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  throw new RegistryError(pointer, `expected a string, found ${describe(value)}`);
}

export function expectVersion(value: unknown, pointer: string): string {
  if (isVersion(value)) return value;
  throw new RegistryError(
    pointer,
    `expected a version (a date of the calendar as YYYY-MM-DD, or draft), found ${describe(value)}`,
  );
}

export function expectName(value: unknown, pointer: string): string {
  if (typeof value === "string" && NAME.test(value)) return value;
  throw new RegistryError(
    pointer,
    `expected a reverse-domain name such as com.example.gift, found ${describe(value)}`,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "string") return value.length > 60 ? "a long text" : JSON.stringify(value);
  return value === null || typeof value !== "object" ? String(value) : "an object";
}
