import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = import.meta.dirname
/** For what hangs alone: a wait that comes to nothing ends before, at its own line (`vi.waitFor`: libs/testing/src/patience.ts). */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 45_000 } } }

/** Every package of these folders is a project: one that is forgotten here cannot be. */
const packages = ['libs', 'services', 'infra'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .map((name) => ({ name, root: join(folder, name) }))
    .filter(({ root }) => existsSync(join(ROOT, root, 'package.json'))),
)

const packageTests = {
  setupFiles: ['patience.ts', 'setup.ts'].map((file) => join(ROOT, 'libs/testing/src', file)),
  server: { deps: { inline: [/drizzle-orm/] } },
  ...PATIENCE,
}

/** A module that a test replaces must not have been loaded before: these files share no worker. */
const replacing = globSync('{libs,services,infra}/*/src/**/*.test.ts', { cwd: ROOT }).filter((file) =>
  /\bvi\.mock\(/.test(readFileSync(join(ROOT, file), 'utf8')),
)

export default defineConfig({
  test: {
    globalSetup: ['./libs/testing/src/postgres-server.ts'],
    // Tests wait for PostgreSQL more than they work: with a worker a core, two cores were idle for 60 % of the run.
    maxWorkers: availableParallelism() + 2,
    // What is still being stopped after this is left running.
    teardownTimeout: 120_000,
    ...PATIENCE,
    projects: [
      ...packages.map(({ name, root }) => ({
        test: {
          ...packageTests,
          name,
          root,
          include: ['src/**/*.test.ts'],
          exclude: replacing.map((file) => join(ROOT, file)),
          // The files of a worker share its modules, which are most of the work of a small file; each has a database of its own.
          isolate: false,
        },
      })),
      { test: { ...packageTests, name: 'isolated', include: replacing } },
      { test: { name: 'tests', root: 'tests', include: ['*.test.ts', 'load/*.test.ts'], ...packageTests } },
      'web/vitest.config.ts',
    ],
  },
})
