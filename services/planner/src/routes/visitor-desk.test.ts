import { userConfirmed } from '@walkon/contracts/events/identity'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { adminActions } from '../db/schema.ts'
import { createTestLanes, finished, returnTime } from '../testing/lanes.ts'
import { someone, type TestPlanner } from '../testing/planner.ts'
import { createTestRestaurants, TODAY } from '../testing/restaurants.ts'

const lanes = await createTestLanes()
const tables = await createTestRestaurants()
afterAll(() => Promise.all([lanes.close(), tables.close()]))

const support = {
  ...someone(),
  roles: ['support' as const],
  aal: 'aal2' as const,
  aalRequired: 'aal2' as const,
}
/** Identity tells planner of an account. */
async function anAccount({ hear }: Pick<TestPlanner, 'hear'>) {
  const account = someone()
  await isConfirmed({ hear }, account)
  return account
}
const isConfirmed = ({ hear }: Pick<TestPlanner, 'hear'>, { email, userId }: ReturnType<typeof someone>) =>
  hear([heard(userConfirmed, { userId, email, confirmedAt: '2026-04-14T12:00:00Z' })])

type Answer = Record<string, Record<string, unknown>[]>
const readOf = ({ email, userId }: { email: string; userId: string | null }) =>
  ['POST', '/visitors/read', support, { email, userId, showsNumbers: false }] as const

test('200: a wanted table has its park, when it was looked at, and when it was told; another account’s is not there', async () => {
  const [ada, oscar] = [await anAccount(tables), await anAccount(tables)]
  await tables.setAlert(ada, { dates: [TODAY], partySize: 2, preferredTime: 'dinner' })
  await tables.provider.pin(tables.tavern.id, [{ time: '19:00', partySize: 2 }])
  await tables.check()

  const { status, body } = await tables.ask<Answer>(...readOf(ada))

  expect(status).toBe(200)
  expect(body['restaurantAlerts']).toMatchObject([
    {
      restaurantName: tables.tavern.name,
      parkName: 'Magic Kingdom',
      timezone: 'America/New_York',
      pendingBecause: null,
      checkedAt: expect.any(String),
      toldAt: expect.any(String),
    },
  ])
  expect(body['tableTellings']).toHaveLength(1)
  expect((await tables.ask<Answer>(...readOf(oscar))).body['restaurantAlerts']).toEqual([])
})

test('200: a wanted return time has its ride, its paid day and when it was told; the address that was invited is left out', async () => {
  const ride = await lanes.aParkWithRide()
  const visitor = await lanes.aWatcher(ride)
  await isConfirmed(lanes, visitor)
  await lanes.observe(ride, { queues: [finished] })
  lanes.later(1)
  await lanes.observe(ride, { queues: [returnTime()] })

  const { body } = await lanes.ask<Answer>(...readOf(visitor))

  expect(body['lanePreferences']).toMatchObject([
    { rideName: ride.name, timezone: 'America/New_York', toldAt: lanes.clock.now.toISOString() },
  ])
  expect(body['laneDays']).toHaveLength(1)
  expect(body['laneInvitations']).toMatchObject([{ answeredAt: expect.any(String) }])
  expect(JSON.stringify(body)).not.toContain(visitor.email)
})

test('200: the entry of the audit trail names the account that was read', async () => {
  const visitor = await anAccount(lanes)
  await lanes.ask(...readOf(visitor))

  const entries = await lanes.db.select().from(adminActions)
  expect(entries.filter(({ subjectId }) => subjectId === visitor.userId)).toMatchObject([
    { actorId: support.userId, action: 'read-visitor' },
  ])
})

test('200: a visitor without an account has nothing here', async () => {
  const { status, body } = await lanes.ask<Answer>(
    ...readOf({ email: `${randomUUID()}@example.com`, userId: null }),
  )
  expect([status, Object.values(body).flat()]).toEqual([200, []])
})

test('404: the account of another address is refused, and none that was not heard of is read', async () => {
  const [ada, oscar] = [await anAccount(lanes), await anAccount(lanes)]
  const { status, code } = await lanes.ask(...readOf({ email: oscar.email, userId: ada.userId }))
  expect([status, code]).toEqual([404, 'visitor-mismatch'])

  const unheard = someone()
  const ride = await lanes.aParkWithRide()
  await lanes.buyDay(unheard)
  await lanes.connect(unheard)
  await lanes.prefer(unheard, ride)
  expect(Object.values((await lanes.ask<Answer>(...readOf(unheard))).body).flat()).toEqual([])
})
