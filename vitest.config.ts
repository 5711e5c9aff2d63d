import { defineConfig } from "vitest/config";

const tests = ["src/**/*.test.ts", "scripts/**/*.test.ts", "corpus/behaviours/**/*.test.ts"];
const slowTests = ["src/**/*.slow.test.ts", "scripts/**/*.slow.test.ts"];

/** Both projects run by default; `--project fast` leaves out what needs seconds (packing, installing, a browser). */
export default defineConfig({
  test: {
    environment: "node",
    pool: "forks",
    testTimeout: 30_000, // importing promptfoo takes seconds on a busy machine
    setupFiles: ["scripts/no-network-setup.ts"],
    projects: [
      { extends: true, test: { name: "fast", include: tests, exclude: slowTests } },
      {
        extends: true,
        test: { name: "slow", include: slowTests, testTimeout: 300_000, hookTimeout: 300_000 },
      },
    ],
  },
});
