import { holdUser } from '@walkon/runtime/erased-users'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, expect, test } from 'vitest'
import { aRide, createTestPlanner, someone } from '../testing/planner.ts'

const service = await createTestPlanner()
afterAll(service.close)
const { ask, catalog, db, userDeleted } = service

const ride = aRide()
const parkId = await catalog({}, { rides: [ride] })
const tick = (who: ReturnType<typeof someone>) =>
  ask('POST', `/checklists/${parkId}/changes`, who, {
    changes: [{ kind: 'complete', rideId: ride.id, ageMs: 0 }],
  })

test('of a deleted account nothing is left but the mark that it was erased', async () => {
  const ada = someone()
  await tick(ada)
  await userDeleted(ada.userId)

  expect(await findTraces(db, ada.userId)).toEqual({ erased_users: 1 })
})

test('nothing more is stored under the id of a deleted account, and other accounts are not touched', async () => {
  const [ada, outsider] = [someone(), someone()]
  await tick(outsider)
  await userDeleted(ada.userId)

  await expect(db.transaction((tx) => holdUser(tx, ada.userId))).rejects.toMatchObject({
    code: 'unauthorized',
  })
  expect((await tick(ada)).status).toBe(401)
  expect(await findTraces(db, ada.userId)).toEqual({ erased_users: 1 })
  expect(await findTraces(db, outsider.userId)).toEqual({ checklist_rides: 1 })
})
