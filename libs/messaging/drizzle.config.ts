import { defineConfig } from 'drizzle-kit'

/** The tables of this package alone, for its tests; each service has them in migrations of its own. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/outbox.ts', './src/outbox-batches.ts', './src/inbox.ts'],
  out: './migrations',
  casing: 'snake_case',
})
