import { afterAll, expect, test } from 'vitest'
import { findPark } from '../db/parks/parks.ts'
import { createTestBilling } from '../testing/billing.ts'

const billing = await createTestBilling()
afterAll(billing.close)

test('a renamed park is named by its new name in later orders', async () => {
  const { parkId } = await billing.addPark({ name: 'Disney-MGM Studios' })

  await billing.addPark({ parkId, name: 'Hollywood Studios' })

  expect(await findPark(billing.db, parkId)).toMatchObject({ name: 'Hollywood Studios' })
})

test('alerts for a retired park cannot be ordered', async () => {
  const { parkId } = await billing.addPark()

  await billing.addPark({ parkId, retired: true })

  expect(await findPark(billing.db, parkId)).toBeNull()
})
