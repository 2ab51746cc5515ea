/**
 * Buys from the mock of each release with the client that is generated for it, over REST and MCP, with all extensions and with
 * some. Prints a table; exit code 0 only where every step is done and no answer is a 5xx. Releases are the directories below
 * PROTO_GEN_PUBLISHED; names as arguments choose among them. `--verbose` prints what failed.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { openPlatform, withOnly } from "./releases/platform.mjs";
import { downloadSteps, purchaseSteps } from "./releases/purchase.mjs";
import { generateFor, listReleases, openMock, repository } from "./releases/release.mjs";

const names = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const isVerbose = process.argv.includes("--verbose");
const chosen = listReleases().filter(({ name }) => names.length === 0 || names.includes(name));
const TRANSPORTS = { rest: {}, mcp: { transport: mcp } };
/** Steps that need a capability. */
const NEEDS = { code: "discount", webhooks: "order", order: "order" };
const SUBSETS = [["checkout"], ["checkout", "fulfillment", "order"], ["checkout", "discount"]];

let failures = 0;
for (const release of chosen) await tryRelease(release);
console.log(`${chosen.length} releases, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;

async function tryRelease(release) {
  console.log(`\n${release.name}`);
  const mock = await attempt("mock", () => openMock(release));
  if (mock === undefined) return;
  try {
    const sample = await (await fetch(mock.platform)).json();
    const name = Object.keys(sample).find((each) => sample[each]?.capabilities !== undefined);
    const handlerId = handlerIn(await (await fetch(mock.discovery)).json(), name);
    await purchase({ release, mock, sample, name, handlerId, label: "all", steps: purchaseSteps });
    for (const kept of SUBSETS) {
      const steps = kept.includes("fulfillment") ? purchaseSteps : downloadSteps;
      const part = withOnly(sample, name, kept);
      const label = kept.join("+");
      await purchase({ release, mock, sample: part, name, handlerId, label, steps });
    }
    const broken = mock.events.filter(({ kind, status }) => kind === "answered" && status >= 500);
    report("no 5xx", broken.length === 0 ? undefined : new Error(JSON.stringify(broken)));
  } finally {
    await mock.close();
  }
}

/** One platform, over each transport. */
async function purchase({ release, mock, sample, name, handlerId, label, steps }) {
  const directory = path.join(repository, "test/.out/releases");
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, `${release.name}-${label}.json`);
  writeFileSync(file, JSON.stringify(sample));
  const args = [...release.args, "--platform", file];
  const generated = await attempt(`${label} generate`, () =>
    generateFor({ ...release, args }, `${release.name}-${label}`),
  );
  if (generated === undefined) return;
  const { load, services } = generated;
  const [{ createClient }, { validators: checks }, updates, commerce] = await Promise.all(
    ["client", "validators", "updates", "commerce"].map(load),
  );
  const platform = await openPlatform(sample, name, commerce);
  const operations = services.flatMap((service) => service.operations);
  const needsSignature = isRequired(services, "Request-Signature");
  for (const [transport, options] of Object.entries(TRANSPORTS)) {
    const client = await attempt(`${label} ${transport} connect`, () =>
      createClient({
        business: mock.url,
        profile: platform.profile,
        development: true,
        // A platform of such a release has a signature of its own; the mock reads no more than that there is one.
        ...(needsSignature ? { headers: { "Request-Signature": () => "signature" } } : {}),
        ...options,
      }),
    );
    if (client === undefined) continue;
    const all = Object.entries(
      steps({ client, checks, updates, platform, mock, handlerId, operations, transport }),
    );
    const done = [];
    for (const [step, work] of all) {
      if (isSkipped(step, sample, name)) continue;
      try {
        const note = await work();
        done.push(note === undefined ? step : `${step} (${note})`);
      } catch (error) {
        done.push(`${step} FAILED`);
        failures += 1;
        if (isVerbose) console.log(`    ${transport} ${step}: ${describe(error)}`);
        if (step === "create") break;
      }
    }
    console.log(`  ${label} ${transport}: ${done.join(", ")}`);
    await client.$close();
  }
  await platform.close();
}

function isSkipped(step, sample, name) {
  const capabilities = JSON.stringify(sample[name].capabilities);
  return step in NEEDS && !capabilities.includes(`.${NEEDS[step]}"`);
}

function isRequired(services, header) {
  return services.some(({ operations }) =>
    operations.some(({ rest }) =>
      rest?.parameters.some(({ name, required }) => required && name === header),
    ),
  );
}

function handlerIn(profile, name) {
  const text = JSON.stringify({ ...profile[name]?.payment_handlers, ...profile.payment });
  // A mock whose profile has none takes any.
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? "any";
}

async function attempt(what, work) {
  try {
    return await work();
  } catch (error) {
    report(what, error);
    return undefined;
  }
}

function report(what, error) {
  if (error === undefined) return console.log(`  ${what}`);
  failures += 1;
  console.log(`  ${what} FAILED`);
  if (isVerbose) console.log(`    ${describe(error)}`);
}

function describe(error) {
  const { name, code, message, issues, detail, cause } = error;
  const more = JSON.stringify({ code, issues: issues?.slice(0, 3), detail, cause: cause?.message });
  return `${name}: ${message} ${more}`.slice(0, 1500);
}
