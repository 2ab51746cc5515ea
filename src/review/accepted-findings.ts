/**
 * Findings that a project accepts: warnings about documents that are not its own, each with a reason and a last day. Nobody who
 * generates code can correct a vendor's document; an overlay can, and where that is not worth it, the finding is accepted.
 */

import path from "node:path";
import { CODES, diagnostic, type Diagnostic, type SourceLocation } from "../errors.js";
import { isUrl } from "../text/http-url.js";
import { isExpired, type ReviewedEntry } from "./reviewed-entry.js";

export interface AcceptedFinding extends ReviewedEntry {
  /** The code of the warning. */
  readonly code: string;
  /**
   * The document, by its URL, or by its file: as the finding shows it, or from the directory of the list. `#` and the JSON pointer of
   * the finding may follow. Or the beginning of that, with `*` behind it.
   */
  readonly place: string;
  /** Where the entry is written, for warnings about it. */
  readonly writtenAt?: SourceLocation | undefined;
}

/** Tells whose the document of a finding is, and what it is called. */
export interface FindingDocuments {
  /** URLs of the document that has this file. */
  urlsOf(file: string): readonly string[];
  /** True for a document of somebody else. */
  isOthers(file: string): boolean;
}

export interface AcceptOptions {
  readonly accepted: readonly AcceptedFinding[];
  readonly documents: FindingDocuments;
  /** `2026-11-20` */
  readonly today: string;
  /** The run reads a part of what the profile leads to, so that an entry may be about the rest. */
  readonly isPart: boolean;
}

export interface AcceptedResult {
  /** Those that are left, and what there is to say of entries. */
  readonly notices: readonly Diagnostic[];
  /** How many findings were accepted. */
  readonly count: number;
}

export function acceptFindings(
  found: readonly Diagnostic[],
  { accepted, documents, today, isPart }: AcceptOptions,
): AcceptedResult {
  if (accepted.length === 0) return { notices: found, count: 0 };
  const taken = new Set<Diagnostic>();
  const notices: Diagnostic[] = [];
  const names = new Map(found.map((each) => [each, namesOf(each, documents)]));
  for (const entry of accepted) {
    const matching = found.filter((each) =>
      matches(entry, each, [...(names.get(each) ?? []), ...namesFromList(entry, each)]),
    );
    const others = matching.filter(({ place }) => documents.isOthers(place?.file ?? ""));
    if (others.length > 0 && !isExpired(entry, today)) for (const each of others) taken.add(each);
    else notices.push(...entryNotice(entry, { matching, others, isPart }));
  }
  return { notices: [...found.filter((each) => !taken.has(each)), ...notices], count: taken.size };
}

/** How an entry may write the place of a finding. */
function namesOf({ place }: Diagnostic, documents: FindingDocuments): readonly string[] {
  if (place === undefined) return [];
  return [place.file, ...documents.urlsOf(place.file)].map(
    (name) => `${name}#${place.pointer ?? ""}`,
  );
}

/** A run may begin in any directory; the list stays where it is. */
function namesFromList({ writtenAt }: AcceptedFinding, { place }: Diagnostic): readonly string[] {
  if (writtenAt === undefined || place === undefined || isUrl(place.file)) return [];
  const file = path.relative(path.dirname(writtenAt.file), place.file).replaceAll("\\", "/");
  return [`${file}#${place.pointer ?? ""}`];
}

function matches(
  { code, place }: AcceptedFinding,
  found: Diagnostic,
  names: readonly string[],
): boolean {
  if (found.code !== code || CODES[found.code].exit > 0) return false;
  if (place.endsWith("*")) return names.some((name) => name.startsWith(place.slice(0, -1)));
  const isWhole = !place.includes("#");
  return names.some((name) => (isWhole ? name.slice(0, name.indexOf("#")) : name) === place);
}

interface Matches {
  readonly matching: readonly Diagnostic[];
  readonly others: readonly Diagnostic[];
  readonly isPart: boolean;
}

function entryNotice(
  { code, place: at, reason, until, writtenAt: place }: AcceptedFinding,
  { matching, others, isPart }: Matches,
): readonly Diagnostic[] {
  if (others.length > 0)
    return [
      diagnostic("ACCEPT_EXPIRED", `${code} at ${at} was accepted until ${until}: ${reason}`, {
        place,
      }),
    ];
  if (matching.length > 0)
    return [
      diagnostic("ACCEPT_OWN", `${code} at ${at} is about a document of your own`, { place }),
    ];
  if (isPart) return [];
  return [diagnostic("ACCEPT_UNUSED", `no finding is ${code} at ${at}`, { place })];
}
