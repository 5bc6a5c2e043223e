import { notificationRequested } from '@walkon/contracts/events/notifications'
import { answerAfterRestore } from '@walkon/runtime/after-restore-command'
import { anEvent, aRecord } from '@walkon/testing/events'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { aLetter } from '../../testing/letters.ts'
import { createTestNotifier } from '../../testing/notifier.ts'
import { recallAfterRestore } from './recall-after-restore.ts'

const { db, eventLog, close } = await createTestNotifier()
afterAll(close)

const RESTORED_TO = new Date('2026-07-01T16:00:00Z')

/** Publishes the request for a letter, as the event log has it after its publisher was restored. Returns the letter's id. */
async function publishLetter(name: string, minutesLater: number): Promise<string> {
  const notificationId = randomUUID()
  const event = anEvent(notificationRequested, {
    notificationId,
    recipient: { channel: 'email', address: 'ada@example.com' },
    notification: aLetter({ name }),
    expiresAt: '2026-07-03T16:00:00.000Z',
  })
  const occurredAt = new Date(RESTORED_TO.getTime() + minutesLater * 60_000)
  await eventLog.publish([aRecord({ ...event, occurredAt }, notificationRequested)])
  return notificationId
}

test('after a restore each order without a payment of the time since is named by its letter, without an address', async () => {
  const before = await publishLetter('confirm-alerts', -0.5)
  const lost = await publishLetter('confirm-alerts', 5)
  const other = await publishLetter('welcome', 5)

  const lines: string[] = []
  await answerAfterRestore(['--to', RESTORED_TO.toISOString()], recallAfterRestore, {
    name: 'notifier',
    db,
    eventLog,
    say: (line) => void lines.push(line),
  })

  const text = lines.join('\n')
  expect(text).toContain('1 orders without a payment')
  expect(text).toContain(`letter ${lost}, asked for at 2026-07-01T16:05:00.000Z`)
  expect(text).not.toMatch(new RegExp(`${before}|${other}|@`))
})
