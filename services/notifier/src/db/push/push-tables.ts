import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The tables of web push. */

const instant = () => timestamp({ withTimezone: true })

/** Browsers that a visitor's alerts go to. A row is one subscription of the Push API. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The owner of the alerts: SHA-256 of the address, hex. */
    emailHash: text().notNull(),
    /** Since when it is this address's: when it was added, or the account came from another address. */
    ownedSince: instant().notNull().defaultNow(),
    /** A secret of the browser: with our key, knowing it is enough to send to the device. */
    endpoint: text().notNull(),
    /** SHA-256 of the endpoint, hex. */
    endpointHash: text().notNull().unique(),
    /** The browser's public key and secret (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    /** When the endpoint ends, where the browser has said so. */
    expiresAt: instant(),
    addedAt: instant().notNull().defaultNow(),
    /** When its push service last took a notification. */
    lastAcceptedAt: instant(),
    /** When the browser last said that it showed one. */
    lastShownAt: instant(),
  },
  (table) => [index('push_devices_of_email').on(table.emailHash, table.addedAt)],
)

/** Visitors who have chosen whether push replaces their email. */
export const pushPreferences = pgTable('push_preferences', {
  /** SHA-256 of the address, hex. */
  emailHash: text().primaryKey(),
  replacesEmail: boolean().notNull(),
  chosenAt: instant().notNull().defaultNow(),
})

/** The key pair of this installation (VAPID, RFC 8292): one row. Every subscription is bound to it. */
export const vapidKeys = pgTable(
  'vapid_keys',
  {
    id: integer().primaryKey().default(1),
    /** An uncompressed point of P-256, base64url. */
    publicKey: text().notNull(),
    /** Encrypted. */
    privateKey: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  () => [check('vapid_keys_one', sql`id = 1`)],
)
