import { defineConfig } from "proto-gen/config";

// What every command of proto-gen reads, in this folder and below: docs/guide/configuration.md of the package. Schemas that you write
// are named twice: in `schemas`, and in `lint.directories`.
export default defineConfig("$CONFIGURATION");
