/**
 * The values that shell completion offers for an option or an argument. Most follow from its choices or its placeholder: `<file>` is a
 * file, `<dir>` a directory, and `<list>` names with commas between them. For the others, `offer` is called where they are defined.
 */

import type { Argument, Option } from "commander";

/**
 * Names: those given, those that a function finds when they are needed, or those of the profile and the configuration that the command
 * line names. A name that ends in `=` is continued by hand.
 */
export type Offer =
  | readonly string[]
  | (() => Promise<readonly string[]>)
  | "capabilities"
  | "directories"
  | "files"
  | "releases"
  | "targets";

const OFFERS = new WeakMap<Option | Argument, Offer>();
/** Those whose value may be a file as well. */
const FILES_AS_WELL = new WeakSet<Option | Argument>();

/**
 * @param otherwise what the value may be beside the names
 * @returns the option or argument that it was given
 */
export function offer<Subject extends Option | Argument>(
  subject: Subject,
  what: Offer,
  otherwise?: "files",
): Subject {
  OFFERS.set(subject, what);
  if (otherwise !== undefined) FILES_AS_WELL.add(subject);
  return subject;
}

export function takesFilesAsWell(subject: Option | Argument): boolean {
  return FILES_AS_WELL.has(subject);
}

/** Undefined for a value that nobody can guess, such as a number. */
export function offerOf(subject: Option | Argument): Offer | undefined {
  const placeholder = placeholderOf(subject);
  return (
    OFFERS.get(subject) ??
    subject.argChoices ??
    (placeholder === "file" ? "files" : placeholder === "dir" ? "directories" : undefined)
  );
}

/** True if the value is a list of names, separated by commas. */
export function isList(subject: Option | Argument): boolean {
  return placeholderOf(subject) === "list";
}

/** `file` of `-p, --profile <file>`. */
function placeholderOf(subject: Option | Argument): string | undefined {
  return "flags" in subject ? /[<[]([^\]>]+)[\]>]$/.exec(subject.flags)?.[1] : subject.name();
}
