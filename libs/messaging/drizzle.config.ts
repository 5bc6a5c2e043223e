import { defineConfig } from 'drizzle-kit'

/** The outbox and the inbox alone, for the tests of this package; each service has them in migrations of its own. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/outbox.ts', './src/inbox.ts'],
  out: './migrations',
  casing: 'snake_case',
})
