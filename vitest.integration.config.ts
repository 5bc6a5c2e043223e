import { defineConfig } from 'vitest/config'

/** What needs real PostgreSQL, Kafka and Redis, in containers. */
export default defineConfig({
  test: {
    name: 'integration',
    include: ['tests/integration/**/*.test.ts', 'tests/planted-bugs/**/*.test.ts'],
    globalSetup: ['./tests/integration/containers.ts'],
    // One broker and two cores for all of them.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    server: { deps: { inline: [/drizzle-orm/] } },
  },
})
