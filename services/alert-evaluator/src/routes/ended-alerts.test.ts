import type { EndedAlerts } from '@walkon/contracts/http/alerts'
import { passRevoked } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { heard, linkHeaders, type Heard } from '@walkon/testing/service'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPlan,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type NewPass,
  type TestPark,
} from '../testing/evaluator.ts'

const { app, hear, jobs, addPark, published, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

const anHour = { date: '2026-07-01', startsAt: at(-30), endsAt: at(30) }
const anotherDay = { date: '2026-07-02', startsAt: at(60), endsAt: at(90) }
const buy = async (pass: NewPass = {}) => {
  const bought = aPass(park, { email: ADA, windows: [anHour], ...pass })
  await hear([bought])
  return bought
}
const endPasses = () => jobs.find(({ name }) => name === 'end-passes')?.run(AbortSignal.timeout(10_000))
const ask = async (email = ADA) => app.inject({ url: '/ended', headers: await linkHeaders(email) })
const list = async (email = ADA) => (await ask(email)).json<EndedAlerts[]>()
const putAway = async (id: string, email = ADA) =>
  app.inject({ method: 'PUT', url: `/ended/${id}/seen`, headers: await linkHeaders(email) })
const mails = async (name = 'alerts-expired') =>
  (await published(notificationRequested)).filter(({ notification }) => notification.name === name)

describe('GET /ended', () => {
  test('200: a park whose last window has ended is listed with what its pass brought', async () => {
    await buy()
    await hear([aReading(park, 5)])
    expect(await list()).toEqual([])

    await passTime(31)

    expect(await list()).toMatchObject([
      { parkId: park.parkId, parkName: park.name, reason: 'over', alertCount: 1, rideCount: 1 },
    ])
    expect(await list(OUTSIDER)).toEqual([])
  })

  test('200: a park that another pass or a plan carries on is not listed', async () => {
    await buy({ windows: [anHour, anotherDay] })
    await hear([aPlan({ email: OUTSIDER })])
    await buy({ email: OUTSIDER })
    await addPark(OUTSIDER, park)

    await passTime(31)

    expect(await list()).toEqual([])
    expect(await list(OUTSIDER)).toEqual([])
  })

  test('200: a pass that was refunded is listed with the reason', async () => {
    const pass = await buy()

    await hear([heard(passRevoked, { passId: passIdOf(pass), reason: 'refunded' })])

    expect(await list()).toMatchObject([{ reason: 'refunded' }])
  })

  test('200: a refund that comes after the last window leaves it an end by itself', async () => {
    const pass = await buy()
    await passTime(31)
    await endPasses()

    await hear([heard(passRevoked, { passId: passIdOf(pass), reason: 'refunded' })])

    expect(await list()).toMatchObject([{ reason: 'over' }])
  })

  test('200: an end of more than a week ago is not listed', async () => {
    await buy()

    await passTime(31 + 7 * 24 * 60)

    expect(await list()).toEqual([])
  })
})

describe('PUT /ended/:id/seen', () => {
  test('200: an end that is put away is not listed again, and a later one of the park is', async () => {
    await buy()
    await passTime(31)
    const [ended] = await list()

    expect((await putAway(ended?.subscriptionId ?? '')).json()).toEqual([])
    expect(await list()).toEqual([])

    const later = await buy({ windows: [{ date: '2026-07-03', startsAt: at(-1), endsAt: at(30) }] })
    await hear([heard(passRevoked, { passId: passIdOf(later), reason: 'disputed' })])
    expect(await list()).toMatchObject([{ reason: 'disputed' }])
  })

  test('404: the end of another visitor’s alerts cannot be put away', async () => {
    await buy()
    await passTime(31)
    const [ended] = await list()

    expect((await putAway(ended?.subscriptionId ?? '', OUTSIDER)).statusCode).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})

describe('the mail of the end', () => {
  test('a paid pass is told of once, also where it brought nothing', async () => {
    await buy({ paid: true })
    await passTime(31)

    await endPasses()
    await endPasses()

    expect(await mails()).toMatchObject([
      { recipient: { address: ADA }, list: 'ride-alerts', notification: { heading: 'Alerts Expired' } },
    ])
  })

  test('a free pass is told of where it brought an alert, and not where it brought none', async () => {
    const [other, email] = [aPark(1), OUTSIDER]
    await hear([catalogOf(other)])
    await buy()
    await hear([aPass(other, { email, windows: [anHour] })])
    await hear([aReading(park, 5)])
    await passTime(31)

    await endPasses()

    expect((await mails()).map(({ recipient }) => recipient.address)).toEqual([ADA])
  })

  test('a pass that another one carries on is not told of', async () => {
    await buy({ paid: true })
    await buy({ paid: true, windows: [anotherDay] })
    await passTime(31)

    await endPasses()

    expect(await mails()).toEqual([])
  })

  test('a pass whose money went back gets no mail that it has expired', async () => {
    const pass = await buy({ paid: true })
    await hear([heard(passRevoked, { passId: passIdOf(pass), reason: 'refunded' })])
    await passTime(31)

    await endPasses()

    expect(await mails()).toEqual([])
  })
})

test('a paid pass that a dispute stops is told by one mail, unless another pass carries the park on', async () => {
  const disputed = (pass: Heard) => heard(passRevoked, { passId: passIdOf(pass), reason: 'disputed' })
  const pass = await buy({ paid: true })
  const carried = await buy({ paid: true, email: OUTSIDER })
  await buy({ paid: true, email: OUTSIDER })

  await hear([disputed(pass), disputed(carried)])
  await hear([disputed(pass)])

  expect(await mails('subscription-issue')).toMatchObject([
    { recipient: { address: ADA }, list: 'ride-alerts', notification: { heading: 'Subscription issue' } },
  ])
  expect(await mails()).toEqual([])
})

test('a pass that was refunded has the mail of the refund alone', async () => {
  const pass = await buy({ paid: true })
  await hear([heard(passRevoked, { passId: passIdOf(pass), reason: 'refunded' })])
  expect([...(await mails()), ...(await mails('subscription-issue'))]).toEqual([])
})
