import { FOUND_AGAIN, loseLetter } from '@walkon/testing/lost-letters'
import { afterAll, expect, test } from 'vitest'
import { createTestGuarantees } from '../../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
afterAll(guarantees.close)

test('the gauge finds a lost receipt of an order, and the lost letter of its refund', async () => {
  const { passId } = await guarantees.buy()
  expect(await loseLetter(guarantees, 'payment-receipt')).toEqual(FOUND_AGAIN)

  await guarantees.endWith(passId, 0)
  await guarantees.hearStripe()
  expect(await loseLetter(guarantees, 'guarantee-refund')).toEqual(FOUND_AGAIN)
})
