import { defineConfig } from 'vitest/config'

/** What needs real PostgreSQL, Kafka and Redis, in containers. */
export default defineConfig({
  test: {
    name: 'integration',
    // A landing's report names a failure by its message alone: nothing of it is cut.
    chaiConfig: { truncateThreshold: 0 },
    include: ['tests/integration/**/*.test.ts', 'tests/planted-bugs/**/*.test.ts'],
    globalSetup: ['./tests/integration/containers.ts'],
    setupFiles: ['./libs/testing/src/patience.ts'],
    // One broker and two cores for all of them.
    fileParallelism: false,
    // Bugs are planted two at a time: each runs its tests in a process of its own, which uses one core.
    maxConcurrency: 2,
    testTimeout: 60_000,
    // A broker takes seconds to miss a killed member.
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 120_000,
    // What is still being stopped after this is left running.
    teardownTimeout: 120_000,
    server: { deps: { inline: [/drizzle-orm/] } },
  },
})
