/** Checks the options and fills in their defaults. */

import type { TransportName } from "../service/operation.js";
import { vocabularyOf, type Vocabulary } from "../vocabulary/vocabulary.js";
import { invalidOption, type ClientError } from "./client-error.js";
import type { AnyClientOptions, ClientDefinition, SignaturePort } from "./definition.js";
import { platformFetch, type Fetch } from "./send.js";
import { type AddedHeaders, checkedCredential, type Bearer } from "./headers.js";
import { callableUrl } from "../formats/web-url.js";

export interface Settings {
  readonly vocabulary: Vocabulary;
  /** URL of the business's profile. Empty if only its endpoint is known. */
  readonly business: string;
  readonly profile: string;
  readonly apiKey: string | undefined;
  readonly bearer: Bearer | undefined;
  readonly signatures: SignaturePort | undefined;
  readonly headers: AddedHeaders;
  readonly fetch: Fetch;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly answerBytes: number;
  readonly profileBytes: number;
  readonly retryAfterMs: number;
  readonly profileFloorMs: number | undefined;
  readonly profileCeilingMs: number | undefined;
  readonly development: boolean;
}

const VALIDATION_MODES: readonly unknown[] = ["throw", "report", true, false, undefined];

/** @throws ClientError `OPTIONS_INVALID` */
export function readOptions<Via extends TransportName>(
  { name }: ClientDefinition,
  options: AnyClientOptions<Via>,
): Settings {
  const { apiKey, bearer, development = false, limits = {} } = options;
  const vocabulary = vocabularyOf(name);
  // A misspelt value must not select another mode.
  if (!VALIDATION_MODES.includes(options.validate))
    throw invalidOption('validate: expected "throw", "report" or false.');
  return {
    vocabulary,
    business:
      options.endpoints === undefined ? profileUrl(options.business, vocabulary, development) : "",
    profile: agentUrl(options.profile, development),
    apiKey: apiKey === undefined ? undefined : checkedCredential("apiKey", apiKey),
    bearer: typeof bearer === "string" ? checkedCredential("bearer", bearer) : bearer,
    signatures: options.signatures,
    headers: options.headers ?? {},
    fetch: options.fetch ?? platformFetch,
    retries: options.retries ?? 2,
    timeoutMs: options.timeoutMs ?? 30_000,
    answerBytes: limits.answerBytes ?? 8_388_608,
    profileBytes: limits.profileBytes ?? 1_048_576,
    retryAfterMs: limits.retryAfterMs ?? 30_000,
    profileFloorMs: limits.profileFloorMs,
    profileCeilingMs: limits.profileCeilingMs,
    development,
  };
}

/** A host has its business's profile at one path (§4.1, §5.4). Any other URL is not a business's. */
function profileUrl(text: unknown, { discoveryPath }: Vocabulary, development: boolean): string {
  const url = callableUrl(text, development);
  if (url === undefined) throw invalid("business", text, development);
  const place = url.origin + discoveryPath;
  if (url.href === place || url.href === `${url.origin}/`) return place;
  throw invalidOption(
    `business: expected a host, or its ${discoveryPath}, found ${text as string}.`,
  );
}

/** It is sent unchanged, as a string of RFC 8941 §3.3.3. */
function agentUrl(text: string, development: boolean): string {
  if (callableUrl(text, development) === undefined || !/^[\x21-\x7e]+$/.test(text))
    throw invalid("profile", text, development);
  return text;
}

function invalid(option: string, found: unknown, development: boolean): ClientError {
  const wanted = `${option}: expected an https URL of a public host, found ${String(found)}`;
  // With `development: true` there must be another mistake in the URL.
  return invalidOption(
    development ? `${wanted}.` : `${wanted}; for one on this machine, give development: true.`,
  );
}
