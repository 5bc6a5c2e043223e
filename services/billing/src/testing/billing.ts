import { passActivated, passRevoked } from '@walkon/contracts/events/billing'
import { userConfirmed, userDeleted } from '@walkon/contracts/events/identity'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { applyRecords } from '@walkon/messaging/inbox'
import type { Environment } from '@walkon/service/config'
import type { Cache } from '@walkon/service/cache'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { billing } from '../app.ts'
import { hashAddress } from '@walkon/service/address-hash'
import { migrationsFolder } from '../db/migrations.ts'

export const AUTH_ISSUER = 'https://walkon.example/auth/v1'

/** Noon on the first of July at Walt Disney World. */
export const NOON = new Date('2026-07-01T16:00:00Z')
export const TODAY = '2026-07-01'
export const TOMORROW = '2026-07-02'

/** Billing as it runs, on a database and a clock of its own. */
export async function createTestBilling(env: Environment = {}, cache: Cache = createMemoryCache()) {
  const { db, url, drop } = await createTestDatabase('billing', migrationsFolder)
  const clock = { now: NOON }
  const { app, handlers, jobs } = billing.configure({ DATABASE_URL: url, AUTH_ISSUER, ...env }).build({
    db,
    cache,
    log: createLog({ service: 'billing', level: 'silent' }),
    metrics: createMetrics('billing'),
    now: () => clock.now,
    isAlive: () => {},
  })

  /** What the events of a type say, oldest first. */
  async function committed(type: string): Promise<unknown[]> {
    const rows = await db.execute<{ value: Buffer }>(
      sql`select value from outbox where headers ->> 'ce_type' = ${type} order by position`,
    )
    return rows.map(({ value }) => JSON.parse(value.toString()))
  }

  return {
    app,
    db,
    clock,
    jobs,
    close: async () => {
      await app.close()
      await drop()
    },
    post: (path: string, payload: object, remoteAddress = '127.0.0.1') =>
      app.inject({ method: 'POST', url: path, payload, remoteAddress }),
    /** Makes a park known, as park-data does. */
    addPark: async (park: Partial<z.input<typeof parkCatalogChanged.data>> = {}) => {
      const data = { ...aPark(), ...park }
      await applyRecords(db, handlers, [aRecord(anEvent(parkCatalogChanged, data), parkCatalogChanged)])
      return data
    },
    /** The account that had these addresses is deleted, as identity says it: now, by the clock, or earlier. */
    userConfirmed: async (email: string, confirmedAt = clock.now) => {
      const data = { userId: randomUUID(), email, confirmedAt: confirmedAt.toISOString() }
      await applyRecords(db, handlers, [aRecord(anEvent(userConfirmed, data), userConfirmed)])
    },
    userDeleted: async (emails: string[], deletedAt = clock.now) => {
      const data = {
        userId: randomUUID() as string,
        addressHashes: emails.map(hashAddress),
        deletedAt: deletedAt.toISOString(),
      }
      const record = aRecord({ ...anEvent(userDeleted, data), occurredAt: deletedAt }, userDeleted)
      const hear = () => applyRecords(db, handlers, [record])
      await hear()
      return { again: hear }
    },
    /** As if the log had taken all that is in the outbox. */
    publishAll: () => db.execute(sql`update outbox set published_at = now()`),
    passesRevoked: async () =>
      (await committed(passRevoked.type)).map((value) => passRevoked.data.parse(value)),
    passesActivated: async () =>
      (await committed(passActivated.type)).map((value) => passActivated.data.parse(value)),
    notificationsRequested: async () =>
      (await committed(notificationRequested.type)).map((value) => notificationRequested.data.parse(value)),
  }
}

export type TestBilling = Awaited<ReturnType<typeof createTestBilling>>

const aPark = () => ({
  parkId: randomUUID() as string,
  name: 'Magic Kingdom',
  destinationId: randomUUID() as string,
  destinationName: 'Walt Disney World',
  timezone: 'America/New_York',
  retired: false,
  attractions: [],
})

export const anAddress = () => `visitor-${randomUUID()}@example.com`
