import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { anAlert, aTextPass, createTestNotifier, textedEvent } from '../testing/notifier.ts'
import { createTextReplies, EMAIL, NUMBER } from '../testing/text-replies.ts'

const notifier = await createTestNotifier()
const { db, hear, runJob, twilioTells, clear, close } = notifier
const { textAccepted, answers, repliesPublished, suppressions } = createTextReplies(notifier)
afterAll(close)
beforeEach(clear)

describe('a reply that is applied late, as after it was set aside', () => {
  let written = 0

  /** Applies what a visitor wrote so many minutes ago. */
  async function wrote(Body: string, minutesAgo: number) {
    await twilioTells({ MessageSid: `SMlate${written++}`, From: NUMBER, To: '+18885550100', Body })
    await db.execute(sql`
      update provider_events set received_at = now() - make_interval(mins => ${minutesAgo}) where applied_at is null`)
    while (await runJob('apply-twilio-events')) continue
  }

  test.for(['START', 'YES'])('%s does not take back a STOP that was written after it', async (word) => {
    await wrote('STOP', 180)
    await wrote('STOP', 60)

    await wrote(word, 120)

    expect(await suppressions()).toMatchObject([{ channel: 'sms', reason: 'unsubscribed' }])
  })

  test('START takes back a STOP that was written before it and applied after it was written', async () => {
    await wrote('STOP', 180)
    await wrote('START', 120)
    expect(await suppressions()).toEqual([])
  })

  test('YES confirms no number that was asked after it was written', async () => {
    await hear([aTextPass({ email: EMAIL })])
    await wrote('YES', 60)

    expect(await db.execute(sql`select from consents where confirmed_at is not null`)).toHaveLength(0)
  })

  test('DONE has no answer once that is of no use', async () => {
    await textAccepted()
    await db.execute(sql`
      update deliveries set created_at = now() - interval '2 hours', called_at = now() - interval '2 hours'`)
    await wrote('DONE', 60)

    expect(await repliesPublished()).toMatchObject([{ reply: { kind: 'done' } }])
    expect(await answers()).toEqual([])
  })
})

test.for(['DONE', 'SNOOZE 30'])(
  '%s counts from when it was received, however late it is applied',
  async (Body) => {
    await textAccepted()
    await db.execute(
      sql`update deliveries set created_at = '2026-04-15T03:50Z', called_at = '2026-04-15T03:50:01Z'`,
    )
    await twilioTells({ MessageSid: 'SMlate', From: NUMBER, To: '+18885550100', Body, SmsStatus: 'received' })
    await db.execute(sql`update provider_events set received_at = '2026-04-15T03:59:30Z'`)
    while (await runJob('apply-twilio-events')) continue

    expect(await repliesPublished()).toMatchObject([{ repliedAt: '2026-04-15T03:59:30.000Z' }])
  },
)

test('DONE is about the text that was newest when the visitor wrote, also where another has gone out since', async () => {
  const { id } = await textAccepted()
  await twilioTells({
    MessageSid: 'SMdone',
    From: NUMBER,
    To: '+18885550100',
    Body: 'DONE',
    SmsStatus: 'received',
  })
  await hear([
    textedEvent({ email: EMAIL, recipients: [{ channel: 'sms', address: NUMBER }], alerts: [anAlert()] }),
  ])
  await db.execute(sql`update deliveries set state = 'accepted', called_at = now() where id <> ${id}`)
  while (await runJob('apply-twilio-events')) continue

  expect(await repliesPublished()).toMatchObject([{ deliveryId: id }])
})
