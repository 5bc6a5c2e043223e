import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAlertEvent, createTestNotifier } from '../testing/notifier.ts'

const { hear, confirmNumbers, runJob, metrics, countStates, listPublished, clear, close } =
  await createTestNotifier()
afterAll(close)
beforeEach(clear)

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a queued delivery ends after its expiry, also on a channel without a sender, and is published', async () => {
  const late = anAlertEvent({
    observedAt: minutesAgo(16),
    recipients: [{ channel: 'sms', address: '+14075550123' }],
  })
  await confirmNumbers([late])
  await hear([late, anAlertEvent({ observedAt: minutesAgo(14) })])
  await runJob('expire-deliveries')

  expect(await countStates()).toEqual({ expired: 1, queued: 1 })
  expect(await listPublished()).toMatchObject([
    { type: 'DeliveryRecorded', data: { channel: 'sms', outcome: 'expired', reason: 'expired' } },
  ])
})

test('the age of the oldest delivery without an end is measured for each channel', async () => {
  await hear([anAlertEvent()])
  expect(await metrics.metrics()).toMatch(
    /delivery_oldest_pending_seconds\{channel="email",service="notifier"\} 0\.\d/,
  )
})
