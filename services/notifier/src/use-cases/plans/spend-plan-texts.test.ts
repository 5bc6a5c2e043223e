import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aNumber } from '../../testing/notifier.ts'
import { again, createPlanTextNotifier } from '../../testing/plan-texts.ts'

/** The texts of a plan: as many as its month has, each counted once. */

let time = new Date('2026-11-22T12:00:00Z')
const notifier = await createPlanTextNotifier({ env: { PLAN_TEXTS_PER_MONTH: '3' }, now: () => time })
const { alert, alertedAddresses, coverWithTexts, textsUsed, letters } = notifier
const { db, hear, close } = notifier
afterAll(close)

// Attempts count by address and number over the whole file, so each test has visitors of its own.
let visitors = 0
let [ADA, OSCAR, NUMBER] = ['', '', '']
beforeEach(async () => {
  await notifier.clear()
  time = new Date('2026-11-22T12:00:00Z')
  visitors += 1
  ADA = `ada-${visitors}@example.com`
  OSCAR = `oscar-${visitors}@example.com`
  NUMBER = aNumber()
})

test('a text of a plan spends nothing of the month where the budgets of all texts refuse it', async () => {
  await coverWithTexts(ADA, NUMBER)
  const { handlers } = notifier.build({ env: { TEXTS_PER_NUMBER_DAY: '0' } })
  await hear([alert(ADA)], handlers)
  expect([await alertedAddresses(), await textsUsed()]).toEqual([[ADA], [0]])
})

describe('a month', () => {
  test('a month has as many texts as the setting says, and then emails', async () => {
    await coverWithTexts(ADA, NUMBER)
    for (let count = 0; count < 5; count++) await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([NUMBER, NUMBER, NUMBER, ADA, ADA])
    expect(await textsUsed()).toEqual([3])
  })

  test('a month has no more texts where alerts are heard in parallel', async () => {
    await coverWithTexts(ADA, NUMBER)
    await coverWithTexts(OSCAR, aNumber())
    const both = () => [alert(ADA), alert(OSCAR)]
    await Promise.all(Array.from({ length: 8 }, (_, index) => hear(index % 2 ? both() : both().toReversed())))
    const texts = (await alertedAddresses()).filter((address) => address.startsWith('+'))
    expect([texts.length, await textsUsed()]).toEqual([6, [3, 3]])
  })

  test('texts begin again with the calendar month of UTC', async () => {
    await coverWithTexts(ADA, NUMBER)
    for (let count = 0; count < 4; count++) await hear([alert(ADA)])
    time = new Date('2026-11-30T23:59:59Z')
    await hear([alert(ADA)])
    time = new Date('2026-12-01T00:00:00Z')
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([NUMBER, NUMBER, NUMBER, ADA, ADA, NUMBER])
  })

  test('a month that is used up is told by one letter, with the day on which texts begin again', async () => {
    await coverWithTexts(ADA, NUMBER)
    await hear([alert(ADA)])
    await hear([alert(ADA)])
    expect(await letters()).toEqual([])
    for (let count = 0; count < 4; count++) await hear([alert(ADA)])
    expect(await letters()).toEqual([{ address: ADA, subject: 'Your alerts come by email until December 1' }])
  })

  test('a month that is used up in parallel is told by one letter', async () => {
    await coverWithTexts(ADA, NUMBER)
    await Promise.all(Array.from({ length: 6 }, () => hear([alert(ADA)])))
    expect(await letters()).toHaveLength(1)
  })

  test('no text and no letter of a plan goes out where no texts are sold', async () => {
    await coverWithTexts(ADA, NUMBER)
    const { handlers } = notifier.build({ env: { SMS_ENABLED: 'false' } })
    await hear([alert(ADA)], handlers)
    expect([await alertedAddresses(), await letters()]).toEqual([[ADA], []])
  })

  test('a text that did not arrive and the email in its place are counted once', async () => {
    await coverWithTexts(ADA, NUMBER)
    const event = alert(ADA)
    await hear([event])
    const [text] = await notifier.listDeliveries()
    await db.execute(sql`update deliveries set state = 'accepted', provider_id = 'SM1'`)
    const failed = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30007', To: NUMBER }
    await notifier.applyTwilio({ ...failed, From: '+18885550100' }, `delivery=${text!.id}`)
    await hear([again(event)])
    expect([await alertedAddresses(), await textsUsed()]).toEqual([[NUMBER, ADA], [1]])
  })

  test('a month that is used up shows in the metrics until the next month', async () => {
    await coverWithTexts(ADA, NUMBER)
    for (let count = 0; count < 3; count++) await hear([alert(ADA)])
    const shown = () => notifier.metrics.metrics()
    expect(await shown()).toContain('plan_text_months_spent{service="notifier"} 1')
    time = new Date('2026-12-01T00:00:00Z')
    expect(await shown()).toContain('plan_text_months_spent{service="notifier"} 0')
  })

  test('what is left of the texts of a day shows in the metrics', async () => {
    await coverWithTexts(ADA, NUMBER)
    const left = async () =>
      Number(/^texts_left_today\{budget="alerts",.*\} (\d+)$/m.exec(await notifier.metrics.metrics())?.[1])
    const before = await left()
    await hear([alert(ADA)])
    expect(await left()).toBe(before - 1)
  })

  test('a question and a test alert are not counted', async () => {
    await coverWithTexts(ADA, NUMBER)
    const headers = notifier.accounts.headersFor({ email: ADA })
    const tested = await notifier.app.inject({
      method: 'POST',
      url: '/test-alerts',
      headers,
      payload: { channel: 'sms' },
    })
    expect([tested.statusCode, await textsUsed()]).toEqual([202, []])
  })
})
