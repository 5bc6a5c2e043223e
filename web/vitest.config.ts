import react from '@vitejs/plugin-react'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    // A visitor at the park that most tests are about, wherever they run.
    env: { TZ: 'America/New_York' },
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost/' } },
    setupFiles: ['src/test/setup.ts'],
    // As of every other project (vitest.config.ts).
    maxWorkers: availableParallelism() + 2,
    // For what hangs alone: a wait that comes to nothing ends before, at its own line (src/test/setup.ts).
    testTimeout: 120_000,
    // Without it vitest gives up after one second.
    expect: { poll: { timeout: 45_000 } },
    // Each test draws an app of its own and setup.ts clears what a browser keeps, so files share a window and its code.
    isolate: false,
  },
})
