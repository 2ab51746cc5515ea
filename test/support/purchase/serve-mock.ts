/** Before the scenarios of the project `mock`: starts `proto-gen mock` for the profile that `proto-gen init` writes, once for the run. */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { openMock } from "../mock-process.js";
import { outDirectory } from "../published.js";
import { businessProfile } from "./business-profile.js";
import { GEO_IP_HEADER, OF_STOREFRONT } from "./purchase.js";
import "./served-business.js";

export default async function serveMock(project: TestProject): Promise<() => Promise<void>> {
  const profile = path.join(outDirectory, "served-mock.json");
  mkdirSync(outDirectory, { recursive: true });
  writeFileSync(profile, JSON.stringify(businessProfile()));
  const mock = await openMock("--profile", profile, "--geo-ip", GEO_IP_HEADER, "--quiet");
  const { url, endpoints } = mock.opened;
  const { rest = "", mcp = "" } = endpoints;
  project.provide("servedBusiness", { url, rest, mcp, abilities: OF_STOREFRONT });
  return () => mock.stop();
}
