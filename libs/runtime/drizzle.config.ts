import { defineConfig } from 'drizzle-kit'

/** The tables of this package alone, for its tests; each service has them in migrations of its own. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    '../messaging/src/outbox.ts',
    '../messaging/src/outbox-batches.ts',
    '../messaging/src/inbox.ts',
    './src/admin-actions.ts',
    './src/counted-mails.ts',
    './src/erased-users.ts',
    './src/leader.ts',
    './src/provider-events.ts',
    './src/requested-letters.ts',
    './src/role-holders.ts',
    './src/scheduled-jobs.ts',
    './src/shared-rates.ts',
    './src/signing-keys.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
})
