import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestDevice, chooseReplacing } from '../../testing/devices.ts'
import { anAlert, aNumber } from '../../testing/notifier.ts'
import { again, aPlan, createPlanTextNotifier, endOf } from '../../testing/plan-texts.ts'

/** A visitor's alerts under a plan go by text to the number of the plan, beside a pass for texts and push, else by email. */

const notifier = await createPlanTextNotifier({
  env: { PLAN_TEXTS_PER_MONTH: '3' },
  now: () => new Date('2026-11-22T12:00:00Z'),
})
const { alert, alertedAddresses, answerYes, choose, coverWithTexts, remove, textsUsed } = notifier
const { db, hear, suppress, close } = notifier
afterAll(close)

// Attempts count by address and number over the whole file, so each test has visitors of its own.
let visitors = 0
let [ADA, OSCAR, NUMBER] = ['', '', '']
beforeEach(async () => {
  await notifier.clear()
  visitors += 1
  ADA = `ada-${visitors}@example.com`
  OSCAR = `oscar-${visitors}@example.com`
  NUMBER = aNumber()
})

const stop = (number: string) =>
  suppress({ channel: 'sms', addressHash: hashAddress(number), reason: 'unsubscribed', scope: 'all' })
const pass = (number: string) => ({ channel: 'sms' as const, address: number })
const mail = () => ({ channel: 'email' as const, address: ADA })

test('the alert of a plan goes by text to the number of the plan, and not by email', async () => {
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  expect(await alertedAddresses()).toEqual([NUMBER])
  expect(await textsUsed()).toEqual([1])
})

describe('email in place of the texts of a plan', () => {
  test('an alert of a plan goes by email until its number has answered YES', async () => {
    await hear([aPlan({ email: ADA })])
    await choose(ADA, NUMBER)
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([ADA])
  })

  test('an alert of a plan goes by email after its number has answered STOP', async () => {
    await coverWithTexts(ADA, NUMBER)
    await stop(NUMBER)
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([ADA])
  })

  test('an alert goes by email once the plan has ended', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([endOf(plan)])
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([ADA])
  })

  test('an alert goes by email once the cover of the plan is over, although no end was published', async () => {
    await coverWithTexts(ADA, NUMBER)
    await db.execute(sql`update plans set covered_until = now()`)
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([ADA])
  })

  test('an alert of a plan goes by email after the number was removed', async () => {
    await coverWithTexts(ADA, NUMBER)
    await remove(ADA)
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([ADA])
  })

  test('an alert of a plan goes by email where its number has answered YES about another visitor’s alerts', async () => {
    await coverWithTexts(OSCAR, NUMBER)
    await hear([aPlan({ email: ADA })])
    await choose(ADA, NUMBER)
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([ADA])
  })

  test('an alert goes by email where another visitor’s plan has the number', async () => {
    await coverWithTexts(OSCAR, NUMBER)
    await hear([aPlan({ email: ADA }), alert(ADA)])
    expect(await alertedAddresses()).toEqual([ADA])
  })
})

test('what goes to another mailbox than the visitor’s own is not texted', async () => {
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA, { recipients: [{ channel: 'email', address: 'friend@example.com' }] })])
  expect(await alertedAddresses()).toEqual(['friend@example.com'])
})

describe('a pass for texts beside the plan', () => {
  /** A pass's number whose owner has answered YES. */
  const confirmPass = (number: string) =>
    notifier.confirmNumbers([alert(ADA, { recipients: [pass(number)] })])

  test.for(['first', 'last'] as const)(
    'a pass that names the number of the plan, %s of the recipients, brings one text, which is not counted',
    async (where) => {
      await coverWithTexts(ADA, NUMBER)
      const recipients = where === 'first' ? [pass(NUMBER), mail()] : [mail(), pass(NUMBER)]
      await hear([alert(ADA, { recipients })])
      expect([await alertedAddresses(), await textsUsed()]).toEqual([[NUMBER], [0]])
    },
  )

  test('a pass’s text that stood for that of the plan is followed by no email when the alert comes again after the number was removed', async () => {
    await coverWithTexts(ADA, NUMBER)
    const event = alert(ADA, { recipients: [pass(NUMBER), mail()] })
    await hear([event])
    await remove(ADA)
    await hear([again(event)])
    expect(await alertedAddresses()).toEqual([NUMBER])
  })

  test('a pass that names another number than the plan brings a text to each', async () => {
    const other = aNumber()
    await coverWithTexts(ADA, NUMBER)
    await confirmPass(other)
    await hear([alert(ADA, { recipients: [pass(other), mail()] })])
    expect((await alertedAddresses()).toSorted()).toEqual([NUMBER, other].toSorted())
    expect(await textsUsed()).toEqual([1])
  })

  test('a pass whose number has not answered brings one text to the number of the plan, and no email', async () => {
    await coverWithTexts(ADA, NUMBER)
    await hear([alert(ADA, { recipients: [pass(aNumber()), mail()] })])
    expect([await alertedAddresses(), await textsUsed()]).toEqual([[NUMBER], [1]])
  })
})

test('push that replaces email goes beside the text of a plan', async () => {
  await coverWithTexts(ADA, NUMBER)
  await addTestDevice(notifier.app, ADA)
  await chooseReplacing(notifier.app, ADA)
  await hear([alert(ADA)])
  const rows = await db.execute(sql`
    select channel, not_before = 'infinity' as "waits" from deliveries where source = 'alert' order by channel`)
  expect(rows).toEqual([
    { channel: 'push', waits: false },
    { channel: 'sms', waits: false },
  ])
})

describe('an alert that comes again', () => {
  test.for(['as it was', 'removed', 'changed', 'ended', 'spent', 'stopped'] as const)(
    'an alert that was texted brings nothing when it comes again, with the number, plan or month %s',
    async (what) => {
      const plan = await coverWithTexts(ADA, NUMBER)
      const event = alert(ADA)
      await hear([event])
      await db.execute(sql`update deliveries set state = 'accepted', accepted_at = now()`)
      if (what === 'removed') await remove(ADA)
      if (what === 'changed') {
        await choose(ADA, aNumber())
        await answerYes()
      }
      if (what === 'ended') await hear([endOf(plan)])
      if (what === 'spent') await db.execute(sql`update plan_text_months set texts_used = 3`)
      if (what === 'stopped') await stop(NUMBER)
      await hear([again(event)])
      expect(await alertedAddresses()).toEqual([NUMBER])
    },
  )

  test('an alert that was mailed brings no text when it comes again once the number has answered YES', async () => {
    await hear([aPlan({ email: ADA })])
    await choose(ADA, NUMBER)
    const event = alert(ADA)
    await hear([event])
    await answerYes()
    await hear([again(event)])
    expect([await alertedAddresses(), await textsUsed()]).toEqual([[ADA], [0]])
  })

  test('an alert that comes twice in one batch brings one text', async () => {
    await coverWithTexts(ADA, NUMBER)
    const event = alert(ADA)
    await hear([event, again(event)])
    expect([await alertedAddresses(), await textsUsed()]).toEqual([[NUMBER], [1]])
  })

  test('a text is not counted a second time when its alert comes again', async () => {
    await coverWithTexts(ADA, NUMBER)
    const event = alert(ADA)
    await hear([event])
    await hear([again(event)])
    expect(await textsUsed()).toEqual([1])
  })
})

test('of alerts that are partly known, one text names the new ones alone', async () => {
  await coverWithTexts(ADA, NUMBER)
  const [known, fresh] = [anAlert(), anAlert({ rideName: 'Haunted Mansion' })]
  await hear([alert(ADA, { alerts: [known] })])
  await hear([alert(ADA, { alerts: [known, fresh] })])
  expect((await notifier.listDeliveries()).map(({ content }) => content)).toMatchObject([
    { alerts: [{ rideName: known.rideName }] },
    { alerts: [{ rideName: 'Haunted Mansion' }] },
  ])
  expect(await textsUsed()).toEqual([2])
})
