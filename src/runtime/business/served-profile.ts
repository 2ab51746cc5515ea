/** The profile that a business publishes (§2.1): its own, with each endpoint at the address where the business is. */

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the profile with the endpoints of its services at `url`. Their paths stay.
 * @param name the protocol's
 * @param url without a slash at its end
 * @throws TypeError if the profile has no member of this name
 */
export function profileAt(profile: object, name: string, url: string): object {
  const member = (profile as Members)[name];
  if (!isObject(member))
    throw new TypeError(
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
