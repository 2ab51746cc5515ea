/** Before the scenarios of the project `mock`: starts `proto-gen mock` for the profile that `proto-gen init` writes, once for the run. */

import type { TestProject } from "vitest/node";
import { openMock } from "../mock-process.js";
import "./served-business.js";

export default async function serveMock(project: TestProject): Promise<() => Promise<void>> {
  const mock = await openMock("--profile", "templates/storefront/profile.json", "--quiet");
  const { url, endpoints } = mock.opened;
  const { rest = "", mcp = "" } = endpoints;
  project.provide("servedBusiness", { url, rest, mcp, abilities: [] });
  return () => mock.stop();
}
