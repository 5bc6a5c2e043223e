import { defineConfig } from 'vitest/config'

/** The deployed product under faults, in containers. Ends with a table of the longest delays. */
export default defineConfig({
  test: {
    name: 'faults',
    // A landing's report names a failure by its message alone: nothing of it is cut.
    chaiConfig: { truncateThreshold: 0 },
    include: ['tests/faults/**/*.test.ts'],
    globalSetup: ['./tests/integration/containers.ts'],
    fileParallelism: false,
    // `eventually` gives up before, also twice in a test.
    testTimeout: 420_000,
    hookTimeout: 420_000,
    // What is still being stopped after this is left running.
    teardownTimeout: 120_000,
    server: { deps: { inline: [/drizzle-orm/] } },
  },
})
