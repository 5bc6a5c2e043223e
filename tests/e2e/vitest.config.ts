import { defineConfig } from 'vitest/config'
import { ShardsByMinutes } from '../support/shards-by-minutes.ts'

/** The product as `npm start` runs it, used over HTTP and in a browser. */
export default defineConfig({
  test: {
    name: 'e2e',
    // A landing's report names a failure by its message alone: nothing of it is cut.
    chaiConfig: { truncateThreshold: 0 },
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/support/started-product.ts'],
    fileParallelism: false,
    sequence: { sequencer: ShardsByMinutes },
    // `eventually` gives up before, at the line that waits.
    testTimeout: 400_000,
    hookTimeout: 180_000,
    // On a busy machine a picture can take longer than the second that is usual.
    expect: { poll: { timeout: 45_000 } },
    // What is still being stopped after this is left running.
    teardownTimeout: 120_000,
  },
})
