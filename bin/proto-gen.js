#!/usr/bin/env node
import module from "node:module";
import v8 from "node:v8";

module.enableCompileCache?.();
// A run is over before optimized code pays for the threads that make it (ADR 22); one that watches goes on.
if (process.versions.node.startsWith("20.") && !process.argv.includes("--watch"))
  v8.setFlagsFromString("--interrupt-budget=1000000");
const { main } = await import("../dist/cli/main.js");
const code = await main(process.argv.slice(2));

// A library that the generator loads goes on loading its formatter, which nobody waits for.
for (const stream of [process.stdout, process.stderr])
  await new Promise((resolve) => stream.write("", resolve));
process.exit(code);
