import { afterAll, expect, test } from 'vitest'
import { findPark } from '../db/parks.ts'
import { createTestBilling } from '../testing/billing.ts'

const billing = await createTestBilling()
afterAll(billing.close)

test('a park that was renamed goes by its new name', async () => {
  const { parkId } = await billing.addPark({ name: 'Disney-MGM Studios' })

  await billing.addPark({ parkId, name: 'Hollywood Studios' })

  expect(await findPark(billing.db, parkId)).toMatchObject({ name: 'Hollywood Studios' })
})

test('a park that is retired can not be ordered for', async () => {
  const { parkId } = await billing.addPark()

  await billing.addPark({ parkId, retired: true })

  expect(await findPark(billing.db, parkId)).toBeNull()
})
