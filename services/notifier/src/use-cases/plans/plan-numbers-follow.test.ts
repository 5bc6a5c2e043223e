import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import { recipientReplied } from '@walkon/contracts/events/notifications'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aNumber } from '../../testing/notifier.ts'
import { again, aPlan, createPlanTextNotifier, endOf, planIdOf } from '../../testing/plan-texts.ts'

/** The number of a plan belongs to its visitor: it is exported, moved, erased and purged as all else is. */

const notifier = await createPlanTextNotifier({ env: { PLAN_TEXTS_PER_MONTH: '1' } })
const { accounts, alert, alertedAddresses, app, build, choose, coverWithTexts, db, hear, close } = notifier
afterAll(close)

// Attempts count by address and number over the whole file, so each test has visitors of its own.
let visitors = 0
let [ADA, NEW, OSCAR, NUMBER] = ['', '', '', '']
beforeEach(async () => {
  await notifier.clear()
  visitors += 1
  ADA = `ada-${visitors}@example.com`
  NEW = `lovelace-${visitors}@example.com`
  OSCAR = `oscar-${visitors}@example.com`
  NUMBER = aNumber()
})

const soon = () => new Date(Date.now() + 1_000)
const anHourAgo = () => new Date(Date.now() - 3_600_000)
function deleteAccount(email: string, deletedAt: Date) {
  const { event, definition } = heard(userDeleted, {
    userId: randomUUID(),
    addressHashes: [hashAddress(email)],
    deletedAt: deletedAt.toISOString(),
  })
  return hear([{ definition, event: { ...event, occurredAt: deletedAt } }])
}
const changeAddress = (changedAt = soon()) =>
  hear([
    heard(userAddressChanged, {
      userId: randomUUID(),
      oldEmail: ADA,
      newEmail: NEW,
      changedAt: changedAt.toISOString(),
    }),
  ])
const numberOf = async (email: string) =>
  (await notifier.call('GET', email)).json<{ number: unknown }>().number
const SHOWN = expect.objectContaining({ state: 'confirmed' })

describe('an account that is deleted', () => {
  test('a deleted account leaves no number, no text and no letter, and its plan has no owner', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([alert(ADA)])
    expect(await notifier.letters()).toHaveLength(1)

    await deleteAccount(ADA, soon())
    await hear([endOf(plan, 'erased')])

    expect(await findTraces(db, ADA, hashAddress(ADA), NUMBER)).toEqual({
      ended_links: 1,
      erased_addresses: 1,
    })
    expect(await db.execute(sql`select from plan_text_months`)).toHaveLength(0)
  })

  test('an erased plan gets no owner by a coverage that comes after its end', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([endOf(plan, 'erased')])
    await hear([again(plan), aPlan({ planId: planIdOf(plan), email: ADA, version: 2 })])
    expect(await findTraces(db, planIdOf(plan))).toEqual({ plans: 1 })
    expect(await db.execute(sql`select email_hash from plans`)).toEqual([{ email_hash: null }])
  })

  test('a number that was chosen after the deletion of the account stays, and so do other visitors’', async () => {
    await coverWithTexts(ADA, NUMBER)
    await coverWithTexts(OSCAR, aNumber())
    await deleteAccount(ADA, anHourAgo())
    expect(await numberOf(ADA)).toEqual(SHOWN)
    await deleteAccount(ADA, soon())
    expect([await numberOf(ADA), await numberOf(OSCAR)]).toEqual([null, SHOWN])
  })
})

describe('an account that changes its address', () => {
  /** Billing's event of the plan after the change. */
  const moveOf = (plan: Awaited<ReturnType<typeof coverWithTexts>>) =>
    aPlan({ planId: planIdOf(plan), email: NEW, version: 2 })

  test('an account that changes its address takes its number and its YES along, also for alerts of the old address', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    const late = alert(ADA)
    await hear([moveOf(plan)])
    await changeAddress()
    expect([await numberOf(NEW), await numberOf(ADA)]).toEqual([SHOWN, null])
    await hear([late])
    expect(await alertedAddresses()).toEqual([NUMBER])
  })

  test('an account that changes its address has the texts of the month that its plan has left', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([alert(ADA)])
    await changeAddress()
    await hear([moveOf(plan)])
    await hear([alert(NEW)])
    expect(await alertedAddresses()).toEqual([NUMBER, NEW])
    expect(await notifier.letters()).toHaveLength(1)
  })

  test('an alert that was texted before a change of the address brings no email when it comes again', async () => {
    await coverWithTexts(ADA, NUMBER)
    const event = alert(ADA)
    await hear([event])
    await changeAddress()
    await hear([again(event)])
    expect(await alertedAddresses()).toEqual([NUMBER])
  })

  test('an alert that was mailed before a change of the address brings no text when it comes again', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await choose(ADA, NUMBER)
    const event = alert(ADA)
    await hear([event])
    await db.execute(sql`update deliveries set state = 'accepted' where source = 'alert'`)
    await notifier.answerYes()
    await changeAddress()
    await hear([moveOf(plan)])
    await hear([again(event)])
    expect(await alertedAddresses()).toEqual([ADA])
  })

  test('where two addresses of an account have a number, the newer one stays', async () => {
    await coverWithTexts(ADA, NUMBER)
    const newer = aNumber()
    await coverWithTexts(NEW, newer)
    await changeAddress()
    expect(await numberOf(NEW)).toMatchObject({ number: `••• ${newer.slice(-4)}` })
  })

  test('a number that the next owner of the old address has chosen does not move', async () => {
    await coverWithTexts(ADA, NUMBER)
    await changeAddress(anHourAgo())
    expect([await numberOf(ADA), await numberOf(NEW)]).toEqual([SHOWN, null])
  })
})

describe('what a plan covers', () => {
  test('a plan covers what its newest version says, in whatever order the versions come', async () => {
    const plan = aPlan({ email: ADA, version: 2 })
    const older = aPlan({ planId: planIdOf(plan), email: ADA, coveredUntil: '2020-01-01T00:00:00Z' })
    await hear([plan, older])
    await hear([again(older)])
    expect((await notifier.call('GET', ADA)).json()).toMatchObject({ isCovered: true })
  })

  test.for(['before', 'after'] as const)(
    'a plan covers nothing after its end, which comes %s its coverage, whatever comes later',
    async (when) => {
      const plan = aPlan({ email: ADA })
      await hear(when === 'before' ? [endOf(plan), plan] : [plan])
      await hear([endOf(plan)])
      await hear([aPlan({ planId: planIdOf(plan), email: ADA, version: 7 })])
      expect((await notifier.call('GET', ADA)).json()).toMatchObject({ isCovered: false })
    },
  )
})

test('the export names the number, the plan and its texts', async () => {
  const plan = await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  const response = await app.inject({ url: '/export', headers: accounts.headersFor({ email: ADA }) })
  expect(response.json()).toMatchObject({
    planNumbers: [{ number: NUMBER, movedAt: null }],
    plans: [{ id: planIdOf(plan), endedAt: null }],
    planTexts: [{ planId: planIdOf(plan), textsUsed: 1 }],
  })
})

test('DONE on the text of a plan is passed on with its alerts', async () => {
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  await db.execute(sql`update deliveries set state = 'accepted', called_at = now() where source = 'alert'`)
  await notifier.applyTwilio({ MessageSid: 'SM1', From: NUMBER, To: '+18885550100', Body: 'DONE' })
  expect(await notifier.published(recipientReplied)).toMatchObject([{ reply: { kind: 'done' } }])
})

describe('after the retention', () => {
  /** A process of its own each time: the job runs once a day in one that knows of its last run. */
  const purge = () =>
    build()
      .jobs.find(({ name }) => name === 'purge-past-retention')
      ?.run(AbortSignal.timeout(10_000))
  const daysPass = async (days: number) => {
    const earlier = sql`make_interval(days => ${days})`
    await db.execute(sql`update plans set covered_until = covered_until - ${earlier}`)
    await db.execute(sql`update plan_numbers set chosen_at = chosen_at - ${earlier}`)
    await db.execute(sql`update consents set given_at = given_at - ${earlier}`)
    await db.execute(sql`update plan_text_months set month = month - ${days}::int`)
  }
  const rows = async (table: string) => (await db.execute(sql.raw(`select from ${table}`))).length

  test('a plan that ended is there with its number for ninety days', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([endOf(plan)])
    await daysPass(89)
    await purge()
    expect([await rows('plans'), await rows('plan_numbers')]).toEqual([1, 1])
  })

  test('a plan that ended goes with its number and its months, and the consent stays', async () => {
    const plan = await coverWithTexts(ADA, NUMBER)
    await hear([alert(ADA), endOf(plan)])
    await daysPass(121)
    await purge()
    expect([await rows('plans'), await rows('plan_numbers'), await rows('plan_text_months')]).toEqual([
      0, 0, 0,
    ])
    expect(await rows('consents')).toBe(1)
  })

  test('the number and the consent of a plan that goes on stay, however long ago they were given', async () => {
    await coverWithTexts(ADA, NUMBER)
    await daysPass(2_000)
    await hear([aPlan({ email: ADA })])
    await purge()
    await hear([alert(ADA)])
    expect(await alertedAddresses()).toEqual([NUMBER])
  })

  test('a number that has not answered for thirty days goes with its consent', async () => {
    await hear([aPlan({ email: ADA })])
    await choose(ADA, NUMBER)
    await daysPass(31)
    await hear([aPlan({ email: ADA })])
    await purge()
    expect([await numberOf(ADA), await rows('consents')]).toEqual([null, 0])
  })
})
