import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import postgres from 'postgres'
import { z } from 'zod'
import { eventually } from './walkon-client.ts'

const databaseUrls = z.object({ planner: z.string() })

/** Planner's database in the data folder of a product, for what no route tells or holds. */
export function connectPlanner(dataDir: string) {
  const stored = JSON.parse(readFileSync(join(dataDir, 'databases.json'), 'utf8')) as unknown
  const sql = postgres(databaseUrls.parse(stored).planner, { max: 3, onnotice: () => {} })
  return {
    /** Lets the invitations of an account to Lightning Lane Assist end now, in place of a wait of a day. */
    async expireInvitations(userId: string): Promise<void> {
      await sql`update planner.lane_invitations set expires_at = now() where user_id = ${userId}`
    },
    /** The letters to an account that are in the outbox. */
    async countLetters(userId: string): Promise<number> {
      const rows = await sql`
        select from planner.outbox where position(${userId} in convert_from(value, 'UTF8')) > 0
          and topic = 'notifications.requested'`
      return rows.length
    },
    /** Runs this while the alerts and preferences of an account are locked, once a transaction of planner waits for one of them. */
    async holdWishes(
      userId: string,
      { open, whenHeld }: { open: () => Promise<void>; whenHeld: () => Promise<void> },
    ): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`select from planner.restaurant_alerts where user_id = ${userId} for update`
        await tx`select from planner.lane_preferences where user_id = ${userId} for update`
        await open()
        await eventually(async () => {
          const waiting = await sql`
            select from pg_stat_activity where wait_event_type = 'Lock'
              and query ~ '(restaurant_alerts|lane_preferences)'`
          return waiting.length > 0
        })
        await whenHeld()
      })
    },
    /** Runs this while planner's relay has no turn, so that nothing of its outbox is published. */
    async holdRelay(whileHeld: () => Promise<void>): Promise<void> {
      await sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.relay}, hashtext('planner'))`
        await whileHeld()
      })
    },
    end: () => sql.end(),
  }
}
