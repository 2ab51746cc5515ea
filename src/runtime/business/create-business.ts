/**
 * A business as a whole: its checkouts, carts and orders over one storage, its payments, its signing keys, the events
 * that it sends, and the server in front of them. It publishes its own profile (§2.1), with each endpoint at the address where the business
 * is, and runs in the background what no call waits for: events, expiry, captures, releases, keys.
 */

import { open, anyOf } from "../auth/check.js";
import { signed } from "../auth/signed.js";
import type { Carts } from "../commerce/cart/create-carts.js";
import type { CartHandlers, CartOptions } from "../commerce/cart/types.js";
import type { Checkouts } from "../commerce/checkout/options.js";
import type { PaymentProvider } from "../commerce/checkout/payment-provider.js";
import type { CheckoutHandlers } from "../commerce/checkout/types.js";
import type { OrderBody } from "../commerce/order/order-body.js";
import { createPlatformProfiles } from "../profile/create-platform-profiles.js";
import { type BusinessServer, errorToConsole } from "../server/create-server.js";
import type { FindPage, ServerRequest } from "../server/transport.js";
import { signAnswers, verifyRequests } from "../signature/server-signatures.js";
import { vocabularyOf } from "../vocabulary/vocabulary.js";
import type { WebhookSender } from "../webhook/sender/definition.js";
import { openKeys, storedKeys, type BusinessKeys } from "./business-keys.js";
import { openMandates } from "./mandates.js";
import type { Business, BusinessOptions } from "./options.js";
import { requireMoney } from "./sandbox-payments.js";
import { publicUrl, SettingError } from "./setting-error.js";
import {
  type AnyChoices,
  type BusinessBinding,
  openCheckouts,
  type Parts,
  type Selling,
} from "./selling.js";

/**
 * Creates a business from the generated functions of its release. Call `start` for the work in the background, and serve the
 * result: `serveNode(business, { port })` on Node, `business.fetch` elsewhere.
 * @throws whatever `createServer` throws, TypeError if `mandates` are missing, payments take no money, or `url` or the stored signing keys
 * cannot be used, and StorageError
 */
export async function createBusiness<Each, Order extends OrderBody, Payment>(
  binding: BusinessBinding,
  options: BusinessOptions<Each, Order, Payment>,
): Promise<Business<Each, Order, Payment>> {
  const { storage, now = Date.now, development = false, report = errorToConsole } = options;
  const url = publicUrl(options.url, development);
  const { name } = binding;
  requireMoney(options.payments as PaymentProvider | undefined, development);
  const { discoveryPath, agentHeader } = vocabularyOf(name);
  const profileUrl = `${url}${discoveryPath}`;
  const keys = await openKeys(options.keys ?? storedKeys(storage), now);
  const platforms =
    options.platforms ?? createPlatformProfiles({ name, fetch: options.fetch, development });
  const { signer, published: signingKeys } = keys;
  const mandates = await openMandates(options.mandates, binding, {
    signer,
    signingKeys,
    platforms,
  });
  const outbox = binding.createWebhookSender({
    ...options.webhooks,
    ...{ store: storage, profile: profileUrl, signer, platforms, post: options.post },
    ...{ development, now },
  });
  const orders = binding.createOrders({ ...options.orders, store: storage, outbox, now });
  const site = options.site ?? siteOf(url);
  const parts = { storage, binding, site, now, log: report, development };
  const carts = options.carts && openCarts(options.carts, parts);
  const selling =
    options.checkouts &&
    openCheckouts(options.checkouts as unknown as AnyChoices, {
      ...{ ...parts, orders, carts, mandates: mandates.verifier },
      provider: options.payments as PaymentProvider,
    });
  const handlers = {
    ...{ ...orders.handlers, ...carts?.handlers, ...selling?.checkouts.handlers },
    ...(options.handlers as object | undefined),
  };
  // Pages are for the whole business, which is there before any request is.
  let findPage: FindPage = () => undefined;
  const server = binding.createServer(handlers as never, {
    authentication: anyOf(signed(verifyRequests({ name, platforms })), open()),
    signAnswers: signAnswers(signer),
    continueUrl: parts.site,
    ...options.server,
    finishers: { ...mandates.finishers, ...options.server?.finishers },
    profile: profileAt(options.profile, name, url),
    ...{ platforms, store: storage, signingKeys, development },
    pages: (request, connection) =>
      isCall(request, agentHeader) ? undefined : findPage(request, connection),
  });
  const checkouts = selling?.checkouts;
  const buyer = selling && buyerActions(selling, server);
  const business = {
    ...server,
    ...{ url, profileUrl, checkouts, carts, orders, buyer },
    ...createBackground({ checkouts, outbox, keys, report }),
  } as unknown as Business<Each, Order, Payment>;
  if (options.pages !== undefined) findPage = options.pages(business);
  return business;
}

/** What the business's own pages do for a buyer. */
function buyerActions({ finish, checkouts }: Selling, server: Pick<BusinessServer, "contextFor">) {
  return {
    finish,
    amend: (...[id, change]: Parameters<typeof checkouts.amend>) =>
      checkouts.amend(id, change, (platform) => server.contextFor("update_checkout", platform)),
  };
}

/** An endpoint may be at the path of a page: browsers do not name a platform, and ask for HTML. */
function isCall({ headers }: ServerRequest, agentHeader: string): boolean {
  const preflight = headers.get("access-control-request-headers") ?? "";
  const accept = headers.get("accept") ?? "";
  return (
    headers.get(agentHeader) !== null ||
    preflight.toLowerCase().includes(agentHeader.toLowerCase()) ||
    (accept.includes("application/json") && !accept.includes("text/html"))
  );
}

/** Pages for buyers are at https URLs (§3.3); a business in development is not. */
function siteOf(url: string): string {
  return new URL(url).origin.replace(/^http:/, "https:");
}

function openCarts(choices: object, { binding, storage, now, log }: Parts): Carts<CartHandlers> {
  return binding.createCarts({
    ...(choices as Omit<CartOptions<CartHandlers>, "store">),
    ...{ store: storage, now, log },
  });
}

const SWEEP_MS = 5_000;

interface BackgroundParts {
  readonly checkouts: Pick<Checkouts<CheckoutHandlers>, "sweep"> | undefined;
  readonly outbox: WebhookSender;
  readonly keys: BusinessKeys;
  readonly report: (error: unknown) => void;
}

function createBackground({
  checkouts,
  outbox,
  keys,
  report,
}: BackgroundParts): Pick<Business<unknown, OrderBody, unknown>, "start" | "sweep" | "close"> {
  let timer: ReturnType<typeof setInterval> | undefined;
  let running: Promise<void> | undefined;

  /** One part does not wait for another, nor fail with it. */
  async function parts(work: readonly (Promise<unknown> | undefined)[]): Promise<void> {
    const results = await Promise.allSettled(work);
    for (const result of results) if (result.status === "rejected") report(result.reason);
  }

  function tick(): void {
    running ??= parts([checkouts?.sweep(), keys.refresh()]).finally(() => (running = undefined));
  }

  return {
    start() {
      outbox.start();
      timer ??= setInterval(tick, SWEEP_MS);
    },
    sweep: () => parts([checkouts?.sweep(), keys.refresh(), outbox.deliverDue()]),
    async close() {
      clearInterval(timer);
      timer = undefined;
      await running;
      await outbox.close();
    },
  };
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the profile with the endpoints of its services at `url`. Their paths stay.
 * @param name the protocol's
 * @param url without a slash at its end
 * @throws SettingError if the profile has no member of this name
 */
function profileAt(profile: object, name: string, url: string): object {
  const member = (profile as Members)[name];
  if (!isObject(member))
    throw new SettingError(
      `The profile has no member ${JSON.stringify(name)}, which is the protocol's.`,
    );
  const { services } = member;
  if (services === undefined) return profile;
  return { ...profile, [name]: { ...member, services: createMove(url)(services) } };
}

/** Moves every `endpoint` below a value, whatever shape the registry has. */
function createMove(url: string): (value: unknown) => unknown {
  const taken = new Map<string, string>();

  /** Endpoints of several hosts may have one path, which one host cannot have twice. */
  function moved(endpoint: string): string {
    const wanted = url + new URL(endpoint).pathname.replace(/\/$/, "");
    let found = wanted;
    for (let count = 2; (taken.get(found) ?? endpoint) !== endpoint; count += 1)
      found = `${wanted}/${count}`;
    taken.set(found, endpoint);
    return found;
  }

  return function move(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(move);
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, each]) => [
      key,
      key === "endpoint" && typeof each === "string" && URL.canParse(each)
        ? moved(each)
        : move(each),
    ]);
    return Object.fromEntries(entries) as object;
  };
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
