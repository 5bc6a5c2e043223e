import { defineConfig } from 'vitest/config'

const postgres = { globalSetup: ['./libs/testing/src/postgres-server.ts'] }

/** A package whose tests lie beside its code. */
const packageTests = (name: string, root: string) => ({
  test: {
    name,
    root,
    include: ['src/**/*.test.ts'],
    server: { deps: { inline: [/drizzle-orm/] } },
  },
})

export default defineConfig({
  test: {
    ...postgres,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      packageTests('contracts', 'libs/contracts'),
      packageTests('service', 'libs/service'),
      packageTests('messaging', 'libs/messaging'),
      packageTests('runtime', 'libs/runtime'),
      packageTests('identity', 'services/identity'),
      packageTests('park-data', 'services/park-data'),
      packageTests('alert-evaluator', 'services/alert-evaluator'),
      packageTests('billing', 'services/billing'),
      packageTests('notifier', 'services/notifier'),
      packageTests('gateway', 'services/gateway'),
      packageTests('sandbox', 'infra/sandbox'),
      packageTests('local', 'infra/local'),
      { test: { name: 'tests', root: 'tests', include: ['*.test.ts', 'load/*.test.ts'] } },
      'web/vitest.config.ts',
    ].map((project) =>
      typeof project === 'string'
        ? project
        : { test: { testTimeout: 20_000, hookTimeout: 60_000, ...project.test } },
    ),
  },
})
