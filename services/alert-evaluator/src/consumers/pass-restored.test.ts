import { passEnded } from '@walkon/contracts/events/alerts'
import { passRestored, passRevoked } from '@walkon/contracts/events/billing'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { heard, linkHeaders, type Heard } from '@walkon/testing/service'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type TestPark,
} from '../testing/evaluator.ts'

const { app, hear, jobs, triggered, published, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

const endPasses = () => jobs.find(({ name }) => name === 'end-passes')?.run(AbortSignal.timeout(10_000))
const anHour = { date: '2026-07-01', startsAt: at(-30), endsAt: at(30) }
const revoke = (pass: Heard) => hear([heard(passRevoked, { passId: passIdOf(pass), reason: 'disputed' })])
const restore = (pass: Heard) => hear([heard(passRestored, pass.event.data as never)])

test('a pass that is given back alerts again, and its buyer is not told again that alerts are on', async () => {
  const pass = aPass(park, { windows: [anHour] })
  await hear([pass])
  await revoke(pass)
  await hear([aReading(park, 5)])
  expect(await triggered()).toEqual([])

  await restore(pass)
  await hear([aReading(park, 5)])

  expect(await triggered()).toHaveLength(1)
  expect(await published(notificationRequested)).toHaveLength(1)
})

test('a pass that is given back leaves a park off that its visitor has switched off', async () => {
  const pass = aPass(park, { windows: [anHour], email: 'ada@example.com' })
  await hear([pass])
  const headers = await linkHeaders('ada@example.com')
  const [subscription] = (await app.inject({ url: '/subscriptions', headers })).json()
  const url = `/subscriptions/${subscription.id}`
  await app.inject({ method: 'PATCH', url, headers, payload: { active: false } })
  await revoke(pass)

  await restore(pass)
  await hear([aReading(park, 5)])

  expect(await triggered()).toEqual([])
})

test('a pass that was given back ends with the alerts from before the dispute and from after it', async () => {
  const pass = aPass(park, { windows: [anHour] })
  await hear([pass, aReading(park, 5, { ride: 0 })])
  await revoke(pass)
  await restore(pass)
  await hear([aReading(park, 5, { ride: 1 })])
  await passTime(31)

  await endPasses()

  const [end, ...others] = await published(passEnded)
  expect(others).toEqual([])
  expect(new Set(end?.alerts.map(({ rideId }) => rideId))).toEqual(
    new Set(park.attractions.map(({ rideId }) => rideId)),
  )
})

test('a pass that is given back after its last window ends at once, with what was alerted', async () => {
  const pass = aPass(park, { windows: [anHour] })
  await hear([pass, aReading(park, 5, { ride: 0 })])
  await revoke(pass)
  await passTime(24 * 60)

  const yesterday = { ...anHour, startsAt: at(-30 - 24 * 60), endsAt: at(30 - 24 * 60) }
  await restore({ ...pass, event: { ...pass.event, data: { ...pass.event.data, windows: [yesterday] } } })
  await endPasses()

  expect(await published(passEnded)).toMatchObject([{ alerts: [{ rideId: park.attractions[0]?.rideId }] }])
})

test('a pass that ended, was taken back and is given back ends a second time', async () => {
  const pass = aPass(park, { windows: [anHour] })
  await hear([pass])
  await passTime(31)
  await endPasses()
  await revoke(pass)

  const over = { ...anHour, startsAt: at(-61), endsAt: at(-1) }
  await restore({ ...pass, event: { ...pass.event, data: { ...pass.event.data, windows: [over] } } })
  await endPasses()

  expect((await published(passEnded)).map(({ passId }) => passId)).toEqual([passIdOf(pass), passIdOf(pass)])
})

test('a pass that is given back and is not known any more ends too', async () => {
  const pass = aPass(park, { windows: [{ date: '2026-07-01', startsAt: at(-90), endsAt: at(-30) }] })

  await restore(pass)
  await endPasses()

  expect(await published(passEnded)).toMatchObject([{ passId: passIdOf(pass), alerts: [] }])
})
