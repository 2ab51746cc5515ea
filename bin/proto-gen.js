#!/usr/bin/env node
import module from "node:module";

module.enableCompileCache?.();
const { main } = await import("../dist/cli/main.js");
const code = await main(process.argv.slice(2));

// A library that the generator loads goes on loading its formatter, which nobody waits for.
for (const stream of [process.stdout, process.stderr])
  await new Promise((resolve) => stream.write("", resolve));
process.exit(code);
