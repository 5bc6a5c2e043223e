import type { DataExport } from '@walkon/contracts/http/data-export'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { aReview, addItem, app, ask, rate, suggest } = service

describe('GET /export', () => {
  test('200: the export has everything stored under the user id of the account, and an outsider’s has none of it', async () => {
    const ada = someone('Ada')
    const { reviewId } = await aReview()
    await rate(ada, await addItem(), { stars: 3, comment: 'Mine' })
    await suggest(ada, { name: 'My idea' })
    await ask('POST', `/reviews/${reviewId}/reports`, ada, { reason: 'spam' })

    const own = await ask<DataExport>('GET', '/export', ada)
    expect(own.body).toMatchObject({
      displayNames: [{ name: 'Ada' }],
      ratings: [{ userId: ada.userId, stars: 3, comment: 'Mine' }],
      itemRequests: [{ name: 'My idea', requestedBy: ada.userId }],
      reviewReports: [{ ratingId: reviewId, reason: 'spam' }],
      adminActions: [],
    })
    const outsiders = await ask<DataExport>('GET', '/export', someone('Oscar'))
    expect(Object.values(outsiders.body).flat()).toEqual([])
  })

  test('401: the export refuses a request without a token', async () => {
    expect((await app.inject('/export')).statusCode).toBe(401)
  })
})
