import { FOUND_AGAIN, loseLetter } from '@walkon/testing/lost-letters'
import { afterAll, expect, test } from 'vitest'
import { aModerator, createTestRankings, someone } from '../testing/rankings.ts'

const rankings = await createTestRankings()
afterAll(rankings.close)

test('the gauge finds a lost letter about a decided suggestion, which is requested again', async () => {
  const itemId = await rankings.addItem()
  const { body } = await rankings.suggestEdit(someone(), itemId, { name: `New ${itemId}`, description: '' })
  await rankings.ask('POST', `/item-requests/${body.requestId}/approve`, aModerator())

  expect(await loseLetter(rankings, 'suggestion-decided')).toEqual(FOUND_AGAIN)
})
