import { publishPending } from '@walkon/messaging/outbox'
import { answerAfterRestore } from '@walkon/runtime/after-restore-command'
import { hashAddress } from '@walkon/service/address-hash'
import { connectPostgres } from '@walkon/service/postgres'
import type { Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { anAlertEvent, createTestNotifier, textedEvent } from '../testing/notifier.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { createTestSenders } from '../testing/senders.ts'
import { startTwilioServer } from '../testing/twilio-server.ts'
import { recallAfterRestore } from '../use-cases/deliveries/recall-after-restore.ts'

/** Counted in the ledgers of the providers: they alone know what went out after the instant of a restore. */

const { db, url, eventLog, hear, suppress, confirmNumbers, countStates, clear, close } =
  await createTestNotifier()
const postmark = await startPostmarkServer()
const twilio = await startTwilioServer()
const startSenders = createTestSenders(connectPostgres, url, {
  POSTMARK_API_URL: postmark.url,
  TWILIO_API_URL: twilio.url,
})

afterAll(async () => {
  await Promise.all([postmark.close(), twilio.close()])
  await close()
})
beforeEach(async () => {
  await clear()
  await db.execute(sql`truncate restores`)
  postmark.reset()
  twilio.reset()
})

const TABLES = ['deliveries', 'delivery_alerts', 'inbox'].map((table) => sql.identifier(table))

/** The tables as they are now, to which `restore` brings them back. */
async function backUp(): Promise<{ at: Date; restore: () => Promise<void> }> {
  const at = new Date()
  const saved = await Promise.all(
    TABLES.map(async (table) => [table, await db.execute(sql`select * from ${table}`)] as const),
  )
  return {
    at,
    restore: () =>
      db.transaction(async (tx) => {
        for (const [table, rows] of saved) {
          await tx.execute(sql`truncate ${table}`)
          await tx.execute(sql`insert into ${table}
            select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::text::jsonb)`)
        }
        await recallAfterRestore.recall(tx, [], at)
      }),
  }
}

const end = (states: Record<string, number>) =>
  vi.waitFor(async () => expect(await countStates()).toEqual(states), { timeout: 60_000, interval: 50 })

const some = (count: number): Heard[] => Array.from({ length: count }, () => anAlertEvent())
const someTo = (email: string): Heard[] => [anAlertEvent({ email })]
/** The mails to visitors. Witness mails of look-ups go to Postmark’s black hole. */
const listMails = () => postmark.ledger.accepted.filter(({ tag }) => tag !== 'witness')
/** How often each address was written to. */
const countMails = () => [...Map.groupBy(listMails(), ({ to }) => to).values()].map(sizeOf)
const countTexts = () => [...Map.groupBy(twilio.accepted, ({ To }) => To).values()].map(sizeOf)
const sizeOf = ({ length }: unknown[]) => length
const once = (count: number) => Array.from({ length: count }, () => 1)

test('a mail that went out after the instant of a restore goes out once, whether its row was restored or its event comes again', async () => {
  const [queued, unheard] = [some(3), some(4)]
  await hear(queued)
  const { restore } = await backUp()
  await hear(unheard)
  await startSenders(1)
  await end({ accepted: 7 })

  await restore()
  await hear(unheard)

  await end({ accepted: 7 })
  expect(countMails()).toEqual(once(7))
}, 90_000)

test('a mail that had not gone out when the database was lost goes out once', async () => {
  const [queued, unheard] = [some(1), some(2)]
  await hear(queued)
  const { restore } = await backUp()
  await restore()
  await hear(unheard)
  expect(await countStates()).toEqual({ unknown: 3 })

  await startSenders(1)
  await end({ accepted: 3 })
  expect(countMails()).toEqual(once(3))
}, 90_000)

test('a mail that is requested after a restore waits for no look-up', async () => {
  const { restore } = await backUp()
  await restore()

  await hear(some(2))

  expect(await countStates()).toEqual({ queued: 2 })
})

test('a text that went out after the instant of a restore goes out once', async () => {
  const events = [textedEvent(), textedEvent()]
  await confirmNumbers(events)
  const { restore } = await backUp()
  await hear(events)
  await startSenders(1)
  await end({ accepted: 2 })

  await restore()
  await hear(events)

  await end({ accepted: 2 })
  expect(countTexts()).toEqual(once(2))
}, 90_000)

test('nothing goes to an address that left since the instant of a restore, whether its mail was queued or its event comes again', async () => {
  const [queued, unheard] = [someTo('ada@example.com'), someTo('ada@example.com')]
  await hear(queued)
  const { at, restore } = await backUp()
  const address = { channel: 'email', addressHash: hashAddress('ada@example.com') } as const
  await suppress({ ...address, reason: 'unsubscribed', scope: 'alerts' })
  await publishPending(db, eventLog)
  await restore()
  await db.execute(sql`truncate suppressions`)

  await answerAfterRestore(['--to', at.toISOString(), '--apply'], recallAfterRestore, {
    name: 'notifier',
    db,
    eventLog,
    say: () => {},
  })
  await hear(unheard)
  await startSenders(1)

  await end({ suppressed: 2 })
  expect(listMails()).toEqual([])
}, 90_000)
