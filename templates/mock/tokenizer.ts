/**
 * The tokenizer of the handler that the mock advertises (§2.5, §4.6): below the address for buyers, which is always https. The mock
 * redeems its tokens when it charges them, so that one which is used, expired or bound to another checkout pays nothing.
 */

import type { FindPage, LogEntry } from "@proto-gen/runtime/server";
import {
  createSandboxTokenizer,
  singleUse,
  ttl,
  type TokenPolicy,
} from "@proto-gen/runtime/tokenization";
import type { PaymentProvider } from "../storefront/src/payment/payment-provider.js";

const PATH = "/tokenizer";
/** As the tokenizer makes them; `tok_declined` and the like are the sandbox's. */
const OWN_TOKEN = /^tok_[\w-]{43}$/;
const HANDLER = /\.tokenization$/;

type Members = Readonly<Record<string, unknown>>;

export interface MockTokenizer {
  /** The same profile, whose handler has this tokenizer as its `base_url`. */
  profileAt(site: string): object;
  readonly pages: FindPage;
  /** The same provider; it charges what the tokenizer gives the credential of. */
  redeeming(provider: PaymentProvider): PaymentProvider;
  /** Its address at a site. */
  url(site: string): string;
}

/** Undefined for a profile that advertises no such handler. */
export function mockTokenizer(
  profile: object,
  name: string,
  log: (entry: LogEntry) => void,
): MockTokenizer | undefined {
  const config = configOf(profile as Members, name);
  if (config === undefined) return undefined;
  const { provider_key_id: participant = "business" } = config;
  const bearer = crypto.randomUUID();
  const tokenizer = createSandboxTokenizer({
    name,
    basePath: PATH,
    participant: String(participant),
    bearer,
    policy: policyOf(config),
    log,
  });
  const redeemed = new Set<string>();

  async function redeem(token: string, checkoutId: string): Promise<boolean> {
    const response = await tokenizer.fetch(
      new Request(`https://localhost${PATH}/detokenize`, {
        method: "POST",
        headers: { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" },
        body: JSON.stringify({ token, binding: { checkout_id: checkoutId } }),
      }),
    );
    return response.status === 200;
  }

  return {
    profileAt: (site) => withBaseUrl(profile as Members, name, site + PATH),
    url: (site) => site + PATH,
    pages: (request) =>
      new URL(request.url).pathname.startsWith(`${PATH}/`)
        ? {
            page: "tokenizer",
            answer: (incoming) => tokenizer.answer(incoming.request, incoming.connection),
          }
        : undefined,
    redeeming: (provider) => ({
      ...provider,
      async authorize(request) {
        const { checkoutId, paymentKey } = request;
        const { token } = request.payment;
        // A charge that is asked for again has redeemed its token already.
        if (OWN_TOKEN.test(token) && !redeemed.has(paymentKey)) {
          if (!(await redeem(token, checkoutId)))
            return { paymentKey, checkoutId, state: "declined" };
          redeemed.add(paymentKey);
        }
        return provider.authorize(request);
      },
    }),
  };
}

/** A token for a whole session lives as long as one for a fixed time: the mock tells no tokenizer when a checkout ends. */
function policyOf({ token_policy, token_ttl_seconds: seconds }: Members): TokenPolicy {
  const ttlMs = typeof seconds === "number" ? seconds * 1_000 : undefined;
  return token_policy === "ttl" || token_policy === "session" ? ttl({ ttlMs }) : singleUse();
}

function configOf(profile: Members, name: string): Members | undefined {
  const [found] = handlersIn(profile, name);
  return found === undefined ? undefined : ((found["config"] ?? {}) as Members);
}

/** In either form (§2.1.3). */
function handlersIn(profile: Members, name: string): readonly Members[] {
  const { payment_handlers: registry = {} } = profile[name] as Members;
  const { handlers = [] } = (profile["payment"] ?? {}) as { handlers?: readonly Members[] };
  return [
    ...Object.entries(registry as Readonly<Record<string, readonly Members[]>>).flatMap(
      ([key, entries]) => (HANDLER.test(key) ? entries : []),
    ),
    ...handlers.filter((each) => HANDLER.test(String(each["name"]))),
  ];
}

function withBaseUrl(profile: Members, name: string, baseUrl: string): object {
  const own = new Set(handlersIn(profile, name));
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, moved(each)]),
    );
    if (!own.has(value as Members)) return members;
    return { ...members, config: { ...(members["config"] as object), base_url: baseUrl } };
  };
  return moved(profile) as object;
}
