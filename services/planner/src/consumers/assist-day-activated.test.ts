import { assistDayActivated } from '@walkon/contracts/events/billing'
import { assistDayRegistered } from '@walkon/contracts/events/planner'
import { heard } from '@walkon/testing/service'
import { afterAll, expect, test } from 'vitest'
import { createTestLanes } from '../testing/lanes.ts'
import { someone } from '../testing/planner.ts'

const { buyDay, close, hear, published } = await createTestLanes()
afterAll(close)

test('each assist day is answered, also one that is published again', async () => {
  const day = await buyDay(someone())
  await hear([heard(assistDayActivated, day)])

  const { assistDayId } = day
  expect(await published(assistDayRegistered)).toEqual([{ assistDayId }, { assistDayId }])
})
