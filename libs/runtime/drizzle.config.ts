import { defineConfig } from 'drizzle-kit'

/** The tables of this package alone, for its tests; each service has them in migrations of its own. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    '../messaging/src/outbox.ts',
    '../messaging/src/inbox.ts',
    './src/signing-keys.ts',
    './src/provider-events.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
})
