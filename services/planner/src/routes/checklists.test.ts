import type { Checklist } from '@walkon/contracts/http/checklist'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { aRide, createTestPlanner, someone } from '../testing/planner.ts'

const start = Date.parse('2026-07-14T15:00:00Z')
let present = start
const MINUTE_MS = 60_000

const service = await createTestPlanner({ now: () => new Date(present) })
afterAll(service.close)
const { ask, catalog } = service

const [big, space, jungle] = [aRide('Big Thunder'), aRide('Space Mountain'), aRide('Jungle Cruise')]
const parkId = await catalog({}, { rides: [space, jungle, big] })

type Visitor = ReturnType<typeof someone>
type Act = { kind: string; rideId?: string; ageMs?: number }

const read = (who: Visitor, park = parkId) => ask<Checklist>('GET', `/checklists/${park}`, who)
const change = (who: Visitor, acts: Act[], park = parkId) =>
  ask<Checklist>('POST', `/checklists/${park}/changes`, who, {
    changes: acts.map((act) => ({ ageMs: 0, ...act })),
  })

const add = (ride: { id: string }) => ({ kind: 'add', rideId: ride.id })
const complete = (ride: { id: string }) => ({ kind: 'complete', rideId: ride.id })
const reopen = (ride: { id: string }) => ({ kind: 'reopen', rideId: ride.id })
const remove = (ride: { id: string }) => ({ kind: 'remove', rideId: ride.id })

/** The list as "name", ticked ones with a check. */
const shown = ({ body }: { body: Checklist }) =>
  body.rides.map(({ name, completedAt }) => (completedAt === null ? name : `✓ ${name}`))

describe('GET /checklists/:parkId', () => {
  test('200: a new visitor has no rides on the list, and all rides of the park beside it, by name', async () => {
    const { status, body } = await read(someone())
    expect(status).toBe(200)
    expect(body).toEqual({
      parkId,
      rides: [],
      others: [big, jungle, space].map(({ id, name }) => ({ rideId: id, name })),
    })
  })

  test('200: another account sees nothing of a list', async () => {
    const [ada, outsider] = [someone(), someone()]
    await change(ada, [add(space), complete(space)])
    expect(shown(await read(outsider))).toEqual([])
    await change(outsider, [{ kind: 'reset' }])
    expect(shown(await read(ada))).toEqual(['✓ Space Mountain'])
  })

  test('200: a ride that left the feed stays on the list under its name, and is offered to nobody', async () => {
    const [ada, ride] = [someone(), aRide('Retiring')]
    const park = await catalog({}, { rides: [ride] })
    await change(ada, [add(ride)], park)
    await catalog({ parkId: park }, { rides: [{ ...ride, retired: true }] })

    expect(shown(await read(ada, park))).toEqual(['Retiring'])
    expect((await read(someone(), park)).body.others).toEqual([])
    expect(shown(await change(ada, [complete(ride)], park))).toEqual(['✓ Retiring'])
  })

  test('404: a park that is not in the feed', async () => {
    expect(await read(someone(), randomUUID())).toMatchObject({ status: 404, code: 'park-not-found' })
  })
})

describe('POST /checklists/:parkId/changes', () => {
  test('200: rides are added, ticked, unticked and removed, and the answer is the list by name', async () => {
    const ada = someone()
    expect(shown(await change(ada, [add(space), add(big)]))).toEqual(['Big Thunder', 'Space Mountain'])
    const ticked = await change(ada, [complete(space)])
    expect(ticked.body.rides[1]?.completedAt).toBe(new Date(start).toISOString())
    expect(ticked.body.others).toEqual([{ rideId: jungle.id, name: 'Jungle Cruise' }])
    expect(shown(await change(ada, [reopen(space)]))).toEqual(['Big Thunder', 'Space Mountain'])
    expect(shown(await change(ada, [remove(big)]))).toEqual(['Space Mountain'])
    expect((await change(ada, [add(space), add(space)])).body.rides).toHaveLength(1)
  })

  test('200: all rides are added at once and keep their ticks, and a reset empties the list', async () => {
    const ada = someone()
    await change(ada, [complete(big)])
    const all = ['✓ Big Thunder', 'Jungle Cruise', 'Space Mountain']
    expect(shown(await change(ada, [{ kind: 'add-all' }]))).toEqual(all)
    expect(shown(await change(ada, [{ kind: 'reset' }]))).toEqual([])
    expect(shown(await read(ada))).toEqual([])
  })

  test('200: what was made in a dead spot is applied in order, and sent again it changes nothing', async () => {
    const ada = someone()
    const acts = [
      { ...add(space), ageMs: 9 * MINUTE_MS },
      { ...complete(space), ageMs: 6 * MINUTE_MS },
      { ...add(big), ageMs: 5 * MINUTE_MS },
    ]
    const first = await change(ada, acts)
    expect(first.body.rides.find(({ name }) => name === 'Space Mountain')?.completedAt).toBe(
      new Date(start - 6 * MINUTE_MS).toISOString(),
    )
    expect((await change(ada, acts)).body).toEqual(first.body)
  })

  test('200: a device that comes back does not undo what another has done since', async () => {
    const ada = someone()
    await change(ada, [
      { ...add(space), ageMs: 20 * MINUTE_MS },
      { ...add(big), ageMs: 20 * MINUTE_MS },
    ])
    await change(ada, [complete(space), remove(big)])

    const stale = [
      { ...reopen(space), ageMs: 10 * MINUTE_MS },
      { ...complete(big), ageMs: 10 * MINUTE_MS },
      { kind: 'reset', ageMs: 10 * MINUTE_MS },
    ]
    expect(shown(await change(ada, stale))).toEqual(['✓ Space Mountain'])
  })

  test('200: changes of two devices at once are both there', async () => {
    const ada = someone()
    await Promise.all([
      change(ada, [complete(space)]),
      change(ada, [complete(big)]),
      change(ada, [add(jungle)]),
    ])
    expect(shown(await read(ada))).toEqual(['✓ Big Thunder', 'Jungle Cruise', '✓ Space Mountain'])
  })

  test('422: a ride of another park is refused, and with it all changes of the request', async () => {
    const [ada, elsewhere] = [someone(), aRide()]
    await catalog({}, { rides: [elsewhere] })
    expect(await change(ada, [add(space), add(elsewhere)])).toMatchObject({
      status: 422,
      code: 'unknown-ride',
    })
    expect(shown(await read(ada))).toEqual([])
  })

  test('404: a park that is not in the feed', async () => {
    expect(await change(someone(), [add(space)], randomUUID())).toMatchObject({ code: 'park-not-found' })
  })

  test.each([
    ['no change', []],
    ['a change that is older than a month', [{ ...add(space), ageMs: 31 * 86_400_000 }]],
    ['a change of tomorrow', [{ ...add(space), ageMs: -1 }]],
    ['an unknown kind', [{ kind: 'double', rideId: space.id }]],
    ['a tick without its ride', [{ kind: 'complete' }]],
  ])('400: %s is refused', async (_, acts) => {
    expect(await change(someone(), acts)).toMatchObject({ status: 400, code: 'invalid-request' })
  })
})

test('a ride that was removed is forgotten after a month, and what is on a list stays', async () => {
  const ada = someone()
  await change(ada, [add(space), add(big), remove(big)])
  present = start + 32 * 86_400_000
  await service.runJob('purge-past-retention')

  const { body } = await ask<{ checklistRides: { rideName: string }[] }>('GET', '/export', ada)
  expect(body.checklistRides.map(({ rideName }) => rideName)).toEqual(['Space Mountain'])
  present = start
})

describe('an attraction that posts no waits', () => {
  test('200: is neither offered nor added with all rides, and stays where it was chosen, not counted', async () => {
    const [ada, castle, coaster] = [someone(), aRide('Castle'), aRide('Coaster')]
    const park = await catalog({}, { rides: [castle, coaster] })
    await change(ada, [add(castle)], park)
    await catalog({ parkId: park }, { rides: [{ ...castle, isRide: false }, coaster] })

    expect((await read(ada, park)).body).toMatchObject({
      rides: [{ name: 'Castle', isRide: false }],
      others: [{ name: 'Coaster' }],
    })
    const outsider = someone()
    expect(shown(await change(outsider, [{ kind: 'add-all' }], park))).toEqual(['Coaster'])
  })
})
