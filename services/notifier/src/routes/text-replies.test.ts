import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTextLinks } from '../channels/text-links.ts'
import { anAlert, aNumber, aTextPass, createTestNotifier, KEYS, textedEvent } from '../testing/notifier.ts'
import { createTextReplies, EMAIL, NUMBER } from '../testing/text-replies.ts'

const notifier = await createTestNotifier()
const { app, db, hear, runJob, listDeliveries, clear, close } = notifier
const { replied, textAccepted, textsArrive, answers, repliesPublished, suppressions } =
  createTextReplies(notifier)
const links = createTextLinks({ publicUrl: '', keys: KEYS })
const told = notifier.applyTwilio
afterAll(close)
beforeEach(clear)

test('YES confirms a number that was asked, and is answered once however often Twilio tells of it', async () => {
  await hear([aTextPass({ email: EMAIL })])
  const yes = { MessageSid: 'SMyes', From: NUMBER, To: '+18885550100', Body: 'Yes' }
  await told(yes)
  await db.execute(sql`update provider_events set applied_at = null`)
  while (await runJob('apply-twilio-events')) continue

  expect(await answers()).toEqual([{ kind: 'reply-answer', to: { kind: 'yes' } }])
  expect(await db.execute(sql`select from consents where confirmed_at is not null`)).toHaveLength(1)
})

test('YES is answered with what alerted by mail just before, in the order of the mail, and its link opens that park', async () => {
  // A number is asked three times a day at most.
  const recipient = { channel: 'sms' as const, address: aNumber() }
  await hear([aTextPass({ email: EMAIL, recipient })])
  const alerts = [
    anAlert({ rideName: 'Country Bears', waitMinutes: 5, usualMinutes: 5 }),
    anAlert({ rideName: 'Big Thunder', waitMinutes: 10, usualMinutes: 30 }),
    anAlert({ rideName: 'TRON', waitMinutes: 15, usualMinutes: 80 }),
  ]
  const event = textedEvent({ email: EMAIL, recipients: [recipient], alerts })
  await hear([event])

  await replied('YES', recipient.address)

  const [answered] = (await listDeliveries()).filter(
    ({ content }) => content && 'kind' in content && content.kind === 'reply-answer',
  )
  expect(await db.execute(sql`select park_id as id from deliveries where id = ${answered!.id}`)).toEqual([
    { id: event.event.data['parkId'] },
  ])
  const { headers } = await app.inject({ url: links.urlOf(answered!.id) })
  expect(headers.location).toMatch(`/live-wait-times?park=${String(event.event.data['parkId'])}&token=`)
  expect(answered).toMatchObject({
    content: {
      to: {
        kind: 'yes',
        short: [
          { rideName: 'TRON', waitMinutes: 15 },
          { rideName: 'Big Thunder', waitMinutes: 10 },
          { rideName: 'Country Bears', waitMinutes: 5 },
        ],
      },
    },
  })
})

test('YES names no alert of more than five minutes before: its wait may have changed', async () => {
  // A number is asked three times a day at most.
  const recipient = { channel: 'sms' as const, address: aNumber() }
  await hear([aTextPass({ email: EMAIL, recipient })])
  await hear([textedEvent({ email: EMAIL, recipients: [recipient] })])
  await db.execute(sql`update delivery_alerts set created_at = now() - interval '6 minutes'`)

  await replied('YES', recipient.address)

  expect(await answers()).toEqual([{ kind: 'reply-answer', to: { kind: 'yes' } }])
})

test.for<[string, string]>([
  ['done', 'that is on its way'],
  ['done', 'that has arrived'],
  ['Snooze 45', 'that has arrived'],
])('%s after YES concerns the rides in an answer %s', async ([word, way]) => {
  const recipient = { channel: 'sms' as const, address: aNumber() }
  await hear([aTextPass({ email: EMAIL, recipient })])
  const alerts = [anAlert({ rideName: 'TRON', waitMinutes: 5 })]
  await hear([textedEvent({ email: EMAIL, recipients: [recipient], alerts })])
  await replied('YES', recipient.address)
  if (way === 'that has arrived') await textsArrive()

  await replied(word, recipient.address)

  const said = word === 'done' ? { kind: 'done' } : { kind: 'snooze', minutes: 45 }
  expect(await repliesPublished()).toMatchObject([{ reply: said, alertIds: [alerts[0]!.alertId] }])
  const to = word === 'done' ? { kind: 'done', rides: ['TRON'] } : said
  expect(await answers()).toContainEqual({ kind: 'reply-answer', to })
})

test.for(['DONE', 'SNOOZE 30'])(
  '%s before anything was told is answered so, and silences nothing',
  async (word) => {
    const recipient = { channel: 'sms' as const, address: aNumber() }
    await hear([aTextPass({ email: EMAIL, recipient })])

    await replied(word, recipient.address)

    expect(await repliesPublished()).toEqual([])
    expect(await answers()).toEqual([{ kind: 'reply-answer', to: { kind: 'nothing' } }])
  },
)

test('the same word again within a minute is done and not answered, and a number has twenty answers a day', async () => {
  const recipient = { channel: 'sms' as const, address: aNumber() }
  await hear([aTextPass({ email: EMAIL, recipient })])
  for (const word of ['DONE', 'DONE', 'done']) await replied(word, recipient.address)
  expect(await answers()).toHaveLength(1)

  for (let minute = 0; minute < 25; minute += 1) {
    await db.execute(sql`update deliveries set created_at = created_at - interval '61 seconds'`)
    await textsArrive()
    await replied('DONE', recipient.address)
  }
  expect(await answers()).toHaveLength(20)
})

test('DONE names the alerts of the newest text, and is answered with its rides', async () => {
  await textAccepted([anAlert({ rideName: 'Haunted Mansion' })])
  await db.execute(sql`update deliveries set created_at = created_at - interval '1 minute'`)
  await db.execute(sql`delete from consents`)
  const { alertIds } = await textAccepted([
    anAlert({ rideName: 'Space Mountain', waitMinutes: 5 }),
    anAlert({ rideName: 'Jungle Cruise', waitMinutes: 9 }),
  ])

  await replied('done')

  expect(await repliesPublished()).toMatchObject([
    { reply: { kind: 'done' }, alertIds: expect.arrayContaining(alertIds) },
  ])
  expect(await answers()).toMatchObject([{ to: { rides: ['Space Mountain', 'Jungle Cruise'] } }])
})

test('SNOOZE 30 is passed on with its minutes, and names no number', async () => {
  await textAccepted()
  await replied('SNOOZE 30')

  const [reply] = await repliesPublished()
  expect(reply).toMatchObject({ reply: { kind: 'snooze', minutes: 30 } })
  expect(JSON.stringify(reply)).not.toContain('407555')
  expect(await answers()).toMatchObject([{ to: { kind: 'snooze', minutes: 30 } }])
})

test('STOP ends texts, also those that are queued, whose alerts are mailed once, and is not answered by us', async () => {
  const { id } = await textAccepted()
  await db.execute(sql`update deliveries set state = 'queued' where id = ${id}`)

  await replied('STOP')
  await replied('STOP')

  expect(await listDeliveries()).toMatchObject([
    { channel: 'sms', state: 'suppressed', lastError: 'unsubscribed' },
    { channel: 'email', state: 'queued', address: EMAIL, content: { kind: 'ride-alerts' } },
  ])
  expect(await suppressions()).toMatchObject([{ channel: 'sms', reason: 'unsubscribed' }])
})

test.for([
  ['START', []],
  ['YES', [{ to: { kind: 'yes' } }]],
] as const)(
  '%s from a number that Twilio could not reach brings its texts back: it shows that the number lives',
  async ([word, answered]) => {
    // A number is asked three times a day at most.
    const number = aNumber()
    await hear([aTextPass({ email: EMAIL, recipient: { channel: 'sms', address: number } })])
    await notifier.suppress({
      channel: 'sms',
      addressHash: hashAddress(number),
      reason: 'invalid',
      scope: 'all',
    })
    await replied(word, number)

    expect(await suppressions()).toEqual([])
    expect(await answers()).toMatchObject(answered)
  },
)

test('YES of a number that has stopped brings texts back, and only Twilio answers it', async () => {
  await hear([aTextPass({ email: EMAIL })])
  await replied('STOP')
  await replied('YES')

  expect(await suppressions()).toEqual([])
  expect(await answers()).toEqual([])
})

test.for(['DONE', 'YES', 'SNOOZE 30', 'Where is my ride?'])(
  '%s of a number that we never wrote to changes nothing',
  async (text) => {
    await textAccepted()
    await replied(text, '+14075559999')

    expect(await repliesPublished()).toEqual([])
    expect(await answers()).toEqual([])
  },
)
