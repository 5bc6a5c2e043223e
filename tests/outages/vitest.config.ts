import { defineConfig } from 'vitest/config'

/** The outages of the runbooks, on servers as production has them. In the order of the file, each once: not part of a landing. */
export default defineConfig({
  test: {
    name: 'outages',
    chaiConfig: { truncateThreshold: 0 },
    include: ['tests/outages/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 1_200_000,
    teardownTimeout: 120_000,
    server: { deps: { inline: [/drizzle-orm/] } },
  },
})
