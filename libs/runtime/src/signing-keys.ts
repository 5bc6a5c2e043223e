import { signingKeyPublished } from '@walkon/contracts/events/identity'
import type { Database } from '@walkon/service/database'
import type { FindKey } from '@walkon/service/access-tokens'
import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { on, type Handler } from '@walkon/messaging/inbox'

/** A service's own copy of the keys that access tokens are signed with (docs/decisions/signing-keys-are-events.md). */
export const signingKeys = pgTable('signing_keys', {
  keyId: text().primaryKey(),
  /** PEM. */
  publicKey: text().notNull(),
  acceptUntil: timestamp({ withTimezone: true }),
})

/** For every service that checks access tokens: keeps the copy up to date. */
export function projectSigningKeys(): Handler {
  return on(signingKeyPublished, async (events, tx) => {
    for (const { data } of events) {
      await tx.execute(sql`
        insert into signing_keys (key_id, public_key, accept_until)
        values (${data.keyId}, ${data.publicKey}, ${data.acceptUntil}::timestamptz)
        on conflict (key_id) do update
          set public_key = excluded.public_key, accept_until = excluded.accept_until`)
    }
  })
}

type Key = { publicKey: string; acceptUntilMs: number }

/** A key that was taken back is refused at the latest so long after. */
const FRESH_MS = 10_000
/** However many key ids are invented, the table is read no more often. */
const UNKNOWN_KEY_MS = 500

/** Looks keys up in the service's copy, which it remembers for some seconds. */
export function findSigningKey(db: Database, now: () => Date): FindKey {
  let keys = new Map<string, Key>()
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const rows = await db.execute<{ key_id: string; public_key: string; accept_until: string | null }>(
      sql`select key_id, public_key, accept_until from signing_keys`,
    )
    keys = new Map(
      rows.map(({ key_id, public_key, accept_until }) => [
        key_id,
        {
          publicKey: public_key,
          acceptUntilMs: accept_until ? Date.parse(accept_until) : Number.POSITIVE_INFINITY,
        },
      ]),
    )
    readAtMs = now().getTime()
  }

  return async (keyId) => {
    const age = now().getTime() - readAtMs
    if (age > FRESH_MS || (!keys.has(keyId) && age > UNKNOWN_KEY_MS)) {
      reading ??= read().finally(() => (reading = undefined))
      await reading
    }
    const key = keys.get(keyId)
    if (key && key.acceptUntilMs > now().getTime()) return key
    return keys.size === 0 ? 'none-known' : 'unknown'
  }
}
