import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const PATIENCE = { testTimeout: 20_000, hookTimeout: 60_000 }

/** Every package of these folders is a project: one that is forgotten here cannot be. */
const packages = ['libs', 'services', 'infra'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder))
    .map((name) => ({ name, root: join(folder, name) }))
    .filter(({ root }) => existsSync(join(import.meta.dirname, root, 'package.json'))),
)

export default defineConfig({
  test: {
    globalSetup: ['./libs/testing/src/postgres-server.ts'],
    ...PATIENCE,
    projects: [
      ...packages.map(({ name, root }) => ({
        test: {
          name,
          root,
          include: ['src/**/*.test.ts'],
          server: { deps: { inline: [/drizzle-orm/] } },
          ...PATIENCE,
        },
      })),
      { test: { name: 'tests', root: 'tests', include: ['*.test.ts', 'load/*.test.ts'], ...PATIENCE } },
      'web/vitest.config.ts',
    ],
  },
})
