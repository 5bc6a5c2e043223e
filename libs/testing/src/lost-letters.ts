import { letterSettled } from '@walkon/contracts/events/notifications'
import { sql } from 'drizzle-orm'
import { readOutbox } from './outbox.ts'
import { heard, type TestService } from './service.ts'

type Requester = Pick<TestService, 'db' | 'hear' | 'metrics' | 'runJob'>

/**
 * Has the event log lose the newest letter of a kind. Returns three counts: letters of the kind that the gauge counts as lost after four
 * minutes, repeated requests of the letter, and lost ones after its end is heard.
 */
export async function loseLetter(service: Requester, name: string) {
  const { db, hear, runJob } = service
  const [letter] = await db.execute<{ id: string }>(
    sql`select id from requested_letters where kind = ${name} order by requested_at desc limit 1`,
  )
  if (!letter) throw new Error(`No letter ${name} was requested`)
  const { id } = letter
  await db.execute(sql`update outbox_batches set published_at = now()`)
  await db.execute(sql`
    update requested_letters set requested_at = now() - interval '4 minutes',
      accounted_at = case when id = ${id} then accounted_at else now() end`)
  const lost = await countLost(service, name)
  const before = await countRequests(service, id)
  await runJob('reconcile-letters')
  const requestedAgain = (await countRequests(service, id)) - before
  const settledAt = new Date().toISOString()
  await hear([heard(letterSettled, { notificationId: id, outcome: 'accepted', reason: null, settledAt })])
  return { lost, requestedAgain, lostAfterItsEnd: await countLost(service, name) }
}

async function countLost({ metrics }: Requester, name: string): Promise<number> {
  const values = (await metrics.getSingleMetric('letters_unaccounted')?.get())?.values ?? []
  return values.find(({ labels }) => labels['letter'] === name)?.value ?? 0
}

async function countRequests({ db }: Requester, id: string): Promise<number> {
  const events = await readOutbox(db)
  return events.filter(({ data }) => (data as { notificationId?: string }).notificationId === id).length
}

/** A letter that was lost, found by its gauge, and requested again until its end is heard of. */
export const FOUND_AGAIN = { lost: 1, requestedAgain: 1, lostAfterItsEnd: 0 }
