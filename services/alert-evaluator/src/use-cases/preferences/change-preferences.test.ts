import { passRevoked } from '@walkon/contracts/events/billing'
import { heard } from '@walkon/testing/service'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listSubscriptionsOfAddresses, savePause } from '../../db/preferences/preferences.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import {
  aPark,
  aPass,
  aReading,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type TestPark,
} from '../../testing/evaluator.ts'
import {
  createPreferenceCalls,
  middayTimezone,
  QUIET_AT_MIDDAY,
  QUIET_AT_NIGHT,
} from '../../testing/preferences.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

const { app, clear, close, db, hear, hearIn, triggered, waitingForLocks } = await createTestEvaluator()
afterAll(close)
const { read, setQuietHours, pause } = createPreferenceCalls(app)

const ADA = 'ada@example.com'
const OSCAR = 'oscar@example.com'

let [park, other]: [TestPark, TestPark] = [aPark(), aPark()]
let ofAda = aPass(park)
beforeEach(async () => {
  await clear()
  park = { ...aPark(2), timezone: middayTimezone() }
  other = { ...aPark(), timezone: middayTimezone() }
  await hear([catalogOf(park), catalogOf(other)])
  ofAda = aPass(park, { email: ADA })
  await hear([ofAda, aPass(other, { email: ADA }), aPass(park, { email: OSCAR })])
})

const alerted = async () => (await triggered()).map(({ email, parkId }) => [email, parkId])

describe('what happens at the same moment', () => {
  test('a pause that is set while a poll is applied leaves its alert, and holds back the next one', async () => {
    let pausing: ReturnType<typeof pause> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, aReading(other, 5))
      pausing = pause(ADA)
      await expect.poll(waitingForLocks).toBe(1)
    })
    expect((await pausing)?.statusCode).toBe(200)
    await hear([aReading(park, 5)])
    expect(await alerted()).toEqual([
      [ADA, other.parkId],
      [OSCAR, park.parkId],
    ])
  })

  test('a poll that is applied while a pause is being set does not alert', async () => {
    let reading: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await lockSubscriptions(tx, await listSubscriptionsOfAddresses(tx, [ADA]))
      await savePause(tx, ADA, true)
      await rescheduleWatches(tx, await listSubscriptionsOfAddresses(tx, [ADA]))
      reading = hear([aReading(other, 5)])
      await expect.poll(waitingForLocks).toBe(1)
    })
    await reading
    expect(await alerted()).toEqual([])
  })

  test('quiet hours that are set while a pass is being activated hold for its park too', async () => {
    const third = { ...aPark(), timezone: middayTimezone() }
    await hear([catalogOf(third)])
    let setting: ReturnType<typeof setQuietHours> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, aPass(third, { email: ADA }))
      setting = setQuietHours(ADA, QUIET_AT_MIDDAY)
      await expect.poll(waitingForLocks).toBe(1)
    })
    await setting
    await hear([aReading(third, 5)])
    expect(await alerted()).toEqual([])
  })

  test('quiet hours that are set while a pass is being revoked do not bring its windows back', async () => {
    let setting: ReturnType<typeof setQuietHours> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, heard(passRevoked, { passId: passIdOf(ofAda), reason: 'refunded' }))
      setting = setQuietHours(ADA, QUIET_AT_NIGHT)
      await expect.poll(waitingForLocks).toBe(1)
    })
    expect((await setting)?.statusCode).toBe(200)
    await hear([aReading(park, 5)])
    expect(await alerted()).toEqual([[OSCAR, park.parkId]])
  })

  test('two changes at once are one after the other, and both are kept', async () => {
    await Promise.all([pause(ADA), setQuietHours(ADA, QUIET_AT_NIGHT), pause(ADA)])
    expect(await read(ADA)).toMatchObject({ quietHours: QUIET_AT_NIGHT, pausedParks: [{}, {}] })
  })
})
