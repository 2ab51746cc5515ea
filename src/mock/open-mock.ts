/**
 * Opens a mock in this process, for the tests of a platform or an agent: the business that `proto-gen mock` serves, on a port of this
 * machine, in memory.
 */

import { rmSync } from "node:fs";
import nodePath from "node:path";
import { pathToFileURL } from "node:url";
import { addFact } from "../facts/parse-fact.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { parseRoot } from "../load/schema-root.js";
import { findOrBuildMock } from "./find-or-build.js";
import { certificateFile, MOCK_MODULE } from "./kept-mock.js";
import type { Fault, MockAddresses, MockEvent, MockSettings } from "./messages.js";
import { defaultMockData, readMockData, requireMockDataValue } from "./mock-data.js";
import { createScratchDirectory } from "./scratch-directory.js";

export type { AnsweredRequest, Fault, MockEvent, SentMail, WebhookDelivery } from "./messages.js";

export interface OpenMockOptions {
  /** The file of the business's profile. */
  readonly profile: string;
  /** Directories of schemas, as `--schemas` takes them: `DIR`, or `DIR=URL-PREFIX`. */
  readonly schemas?: readonly string[] | undefined;
  /** Files of overlays, which correct schemas and profiles. */
  readonly overlays?: readonly string[] | undefined;
  /** The file of a platform's profile: capabilities that both support are served. */
  readonly platform?: string | undefined;
  /** Names of the capabilities to serve. Default: all that the profile has. */
  readonly capabilities?: readonly string[] | undefined;
  /** What the release says in prose alone: `NAME=VALUE`. */
  readonly facts?: readonly string[] | undefined;
  /** The member of a request that is the payment, if it is not recognized. */
  readonly payment?: string | undefined;
  /** What to sell: a file or a value as `templates/storefront/data.schema.json` describes it. Default: the data of the package. */
  readonly data?: string | object | undefined;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** Default: plain http, with a second port for buyers, who are always sent to https (§3.3). */
  readonly https?: boolean | undefined;
  /** Makes the ids the same for the same calls in the same order. */
  readonly seed?: number | undefined;
  readonly faults?: readonly Fault[] | undefined;
  /** The header with the country of a caller's IP address. */
  readonly geoIpHeader?: string | undefined;
  /** Directory for mail. Default: one that `close` removes. */
  readonly mail?: string | undefined;
  /** Receives each request, order event and mail, as they are added to `events`. */
  readonly onEvent?: ((event: MockEvent) => void) | undefined;
}

type Lines = readonly { readonly id: string; readonly quantity: number }[];

/** What is sent of an order. */
export interface Sent {
  /** Default: all that is left. */
  readonly lines?: Lines | undefined;
  readonly carrier?: string | undefined;
  readonly trackingNumber?: string | undefined;
  readonly trackingUrl?: string | undefined;
  readonly description?: string | undefined;
}

/** A change of an order's money. */
export interface Adjusted {
  /** Default: `refund`. */
  readonly type?: string | undefined;
  /** Default: `completed`. */
  readonly status?: "pending" | "completed" | "failed" | undefined;
  /** What the buyer gets back, in minor units. Default: all that is left. */
  readonly amount?: number | undefined;
  readonly lines?: Lines | undefined;
  readonly description?: string | undefined;
}

/**
 * What people of the shop do by hand. Each resolves to the order or checkout, and rejects with a ProtocolError: `not_found`, or
 * `invalid_request` if it is not allowed.
 */
export interface MockBackOffice {
  ship(orderId: string, sent?: Sent): Promise<object>;
  deliver(orderId: string, sent?: Sent): Promise<object>;
  adjust(orderId: string, adjusted?: Adjusted): Promise<object>;
  /** Escalates the checkout: its buyer has to look at it (§3.2). */
  review(checkoutId: string): Promise<object>;
  /** Ends the checkout's time (§3.1). */
  expire(checkoutId: string): Promise<object>;
}

export interface RunningMock extends Omit<MockAddresses, "kind"> {
  readonly backOffice: MockBackOffice;
  /** All requests, order events and mails, in order. */
  readonly events: readonly MockEvent[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The built module, which is loaded by its path. */
interface MockModule {
  openMock(
    settings: MockSettings,
    onEvent: (event: MockEvent) => void,
  ): Promise<{
    readonly opened: MockAddresses;
    readonly backOffice: MockBackOffice;
    close(): Promise<void>;
  }>;
}

/**
 * Opens a mock. The first one of a profile is built, which takes seconds; later ones are read from the user's cache.
 * @throws ProtoGenError for a profile, schema or data with errors; EADDRINUSE for a port in use
 * @example
 * ```ts
 * import { openMock } from "proto-gen/mock";
 *
 * const mock = await openMock({ profile: "./profile.json" });
 * const response = await fetch(mock.discovery);
 * response.status; // 200
 * await mock.close();
 * ```
 */
export async function openMock(options: OpenMockOptions): Promise<RunningMock> {
  const scratch = createScratchDirectory();
  const removeScratch = (): void => rmSync(scratch, { recursive: true, force: true });
  try {
    const { profile, standIns, directory } = await findOrBuildMock({
      input: inputOf(options),
      env: process.env,
      scratch,
      loadInterpret: async () => (await import("../interpret.js")).interpret,
    });
    const events: MockEvent[] = [];
    const { port = 0, https = false, faults = [], seed, geoIpHeader } = options;
    const url = pathToFileURL(nodePath.join(directory, MOCK_MODULE)).href;
    const module = (await import(url)) as MockModule;
    const { opened, backOffice, close } = await module.openMock(
      {
        ...{ profile, standIns, port, https, faults, seed, data: await dataOf(options) },
        geoIpCountryHeader: geoIpHeader,
        mail: options.mail ?? nodePath.join(scratch, "mail"),
        certificate: nodePath.join(scratch, "certificate.pem"),
        keptCertificate: certificateFile(process.env),
      },
      (event) => {
        events.push(event);
        options.onEvent?.(event);
      },
    );
    const closeAll = async (): Promise<void> => {
      await close();
      removeScratch();
    };
    const { kind: _, ...addresses } = opened;
    return { ...addresses, backOffice, events, close: closeAll, [Symbol.asyncDispose]: closeAll };
  } catch (error) {
    removeScratch();
    throw error;
  }
}

function inputOf(options: OpenMockOptions) {
  const { profile, platform, capabilities, payment, schemas = [], overlays, facts } = options;
  const overrides = facts?.reduce<FactOverrides | undefined>(
    (all, each) => addFact(each, all),
    undefined,
  );
  return {
    ...{ profile, platform, capabilities, payment, overlays, facts: overrides },
    schemas: schemas.map(parseRoot),
  };
}

async function dataOf({ data }: OpenMockOptions): Promise<object> {
  if (data === undefined) return defaultMockData();
  return typeof data === "string" ? readMockData(data) : requireMockDataValue(data);
}
