import { it } from "vitest";
import { emitted } from "../support/oracle/emitted.js";
import { createOracle } from "../support/oracle/ajv-oracle.js";
import { createRandom } from "../support/oracle/random.js";
import { protocolSet, vendorSet, type RandomSet } from "../support/oracle/random-set.js";
import { vendorProfile, type VendorCapability } from "../support/oracle/vendor.js";
const PROTOCOL = ["checkout", "cart", "order", "catalog.search"] as const;
let value: any = {"note":"x-1","x-y":"42","a":"a","required":-1};
let n = 0;
async function differs(caps: VendorCapability[]): Promise<boolean> {
  try {
    const b = await emitted(`probe-${n++}`, vendorProfile([], caps));
    const o = createOracle(b.composition.schemas.set);
    const v = await b.validator("capabilities/com/acme239/ext239x0", "Thing239");
    return !o.predicate(b.composition.shapes[0]!.perExtension.get("com.acme239.ext239x0")![0]!.uri)(value) && v.is(value);
  } catch { return false; }
}
function* shrinks(v: any): Generator<any> {
  if (typeof v !== "object" || v === null) return;
  const keys = Object.keys(v);
  for (const k of keys) {
    if (Array.isArray(v)) { yield v.filter((_: any, i: number) => String(i) !== k); }
    else { const { [k]: _, ...r } = v; yield r; }
  }
  for (const k of keys) for (const s of shrinks(v[k])) {
    if (Array.isArray(v)) { const c = [...v]; c[Number(k)] = s; yield c; } else yield { ...v, [k]: s };
  }
}
it("shrink", { timeout: 200000 }, async () => {
  const random = createRandom(20261120 + 23);
  let sets: RandomSet[] = [];
  for (let i = 0; i < 10; i++) { const p = i === 0 ? PROTOCOL[23 % 4] : undefined; sets.push(p === undefined ? vendorSet(random, 230+i) : protocolSet(random, 230+i, p)); }
  let caps: any = sets[9]!.capabilities;
  console.log(await differs(caps));
  const start = Date.now();
  for (let again = true; again && Date.now() - start < 120000; ) {
    again = false;
    for (const s of shrinks(caps)) {
      if (Date.now() - start > 120000) break;
      if (!Array.isArray(s) || s.some((c: any) => !c?.name || !c?.schema)) continue;
      if (await differs(s)) { caps = s; again = true; break; }
    }
  }
  console.log(JSON.stringify(caps));
  for (const k of Object.keys(value)) { const old = value; const { [k]: _, ...r } = value; value = r; if (!(await differs(caps))) value = old; }
  console.log(JSON.stringify(value));
});
