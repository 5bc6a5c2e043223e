import { reviewPosted } from '@walkon/contracts/events/rankings'
import { afterAll, describe, expect, test } from 'vitest'
import { listMiscounted } from '../db/star-counters.ts'
import { createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings({ RATINGS_PER_ACCOUNT: '200' })
afterAll(service.close)
const { addItem, ask, db, item, rate, reviewsOf } = service

describe('PUT /items/:itemId/rating', () => {
  test('200: a first rating counts, and a second one of the same account takes its place', async () => {
    const itemId = await addItem()
    const ada = someone('Ada')

    expect((await rate(ada, itemId, { stars: 2 })).body).toMatchObject({ isNew: true, isFiltered: false })
    expect((await rate(ada, itemId, { stars: 5 })).body).toMatchObject({ isNew: false })
    await rate(someone(), itemId, { stars: 4 })

    expect(await item(itemId)).toMatchObject({ ratingCount: 2, average: 4.5, starCounts: [0, 0, 0, 1, 1] })
  })

  test('200: a comment is trimmed, and an empty one is null', async () => {
    const itemId = await addItem()
    await rate(someone(), itemId, { comment: '  Loved it \n' })
    await rate(someone(), itemId, { comment: '  \n ' })

    expect((await reviewsOf(itemId)).map(({ comment }) => comment)).toEqual([null, 'Loved it'])
  })

  test('200: offensive words are stored as asterisks of equal length, and the answer says so', async () => {
    const itemId = await addItem()
    const { body } = await rate(someone(), itemId, { comment: 'What a s h 1 t line' })

    expect(body).toMatchObject({ comment: 'What a ******* line', isFiltered: true })
    expect(await reviewsOf(itemId)).toMatchObject([{ comment: 'What a ******* line' }])
  })

  test('200: markup in a comment is stored as the text that it is', async () => {
    const itemId = await addItem()
    const comment = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    await rate(someone(), itemId, { comment })

    expect(await reviewsOf(itemId)).toMatchObject([{ comment }])
  })

  test('200: a body that names another user, item, count or date changes nothing but the own rating', async () => {
    const itemId = await addItem()
    const [ada, victim] = [someone('Ada'), someone('Vic')]
    await rate(victim, itemId, { stars: 1, comment: 'Mine' })
    const forged = {
      userId: victim.userId,
      itemId: await addItem(),
      createdAt: '2000-01-01T00:00:00Z',
      id: 'x',
    }
    await ask('PUT', `/items/${itemId}/rating`, ada, { stars: 5, comment: 'Hers', ...forged })

    expect(await reviewsOf(itemId)).toMatchObject([
      { comment: 'Hers', reviewer: 'Ada', stars: 5 },
      { comment: 'Mine', reviewer: 'Vic', stars: 1 },
    ])
  })

  test.each([0, 6, 4.5, '5', null])('400: %s is no number of stars', async (stars) => {
    const itemId = await addItem()
    const { status, code } = await ask('PUT', `/items/${itemId}/rating`, someone(), { stars })

    expect({ status, code }).toEqual({ status: 400, code: 'invalid-request' })
  })

  test('400: a comment of more than 2,000 characters is refused, one of 2,000 is not', async () => {
    const itemId = await addItem()
    expect((await rate(someone(), itemId, { comment: 'x'.repeat(2_001) })).status).toBe(400)
    expect((await rate(someone(), itemId, { comment: 'x'.repeat(2_000) })).status).toBe(200)
  })

  test('404: an item that does not exist cannot be rated', async () => {
    const { status, code } = await rate(someone(), '00000000-0000-4000-8000-000000000000')
    expect({ status, code }).toEqual({ status: 404, code: 'item-not-found' })
  })

  test('429: an account that rates without end is held back, and others are not', async () => {
    service.stopClock()
    const itemId = await addItem()
    const ada = someone()
    const answers = await Promise.all(Array.from({ length: 201 }, () => rate(ada, itemId)))

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await rate(someone(), itemId)).status).toBe(200)
  })

  test('two tabs and double clicks of one account leave one rating, and the counters right', async () => {
    const itemId = await addItem()
    const ada = someone()
    await Promise.all([1, 2, 3, 4, 5, 5, 4, 3, 2, 1].map((stars) => rate(ada, itemId, { stars })))

    expect(await item(itemId)).toMatchObject({ ratingCount: 1 })
    expect(await listMiscounted(db)).toEqual([])
  })

  test('a hundred ratings of one item at once, changed while they come, leave its counters right', async () => {
    const itemId = await addItem()
    const visitors = Array.from({ length: 50 }, () => someone())
    await Promise.all(
      visitors.flatMap((visitor, at) => [
        rate(visitor, itemId, { stars: (at % 5) + 1 }),
        rate(visitor, itemId, { stars: 5 - (at % 5) }),
      ]),
    )

    expect(await item(itemId)).toMatchObject({ ratingCount: 50 })
    expect(await listMiscounted(db)).toEqual([])
  })

  test('ReviewPosted is published for a first rating alone, without who wrote and what', async () => {
    const itemId = await addItem()
    const ada = someone('Ada')
    const { body } = await rate(ada, itemId, { stars: 3, comment: 'Fine words' })
    await rate(ada, itemId, { stars: 4 })

    const posted = (await service.published(reviewPosted)).filter((event) => event.itemId === itemId)
    expect(posted).toEqual([
      { reviewId: body.reviewId, itemId, stars: 3, hasComment: true, postedAt: expect.any(String) },
    ])
  })
})

describe('GET /items/:itemId/rating', () => {
  test("200: an account reads its own rating; 204: and nobody else's", async () => {
    const itemId = await addItem()
    const ada = someone('Ada')
    await rate(ada, itemId, { stars: 3, comment: 'Mine' })

    expect((await ask('GET', `/items/${itemId}/rating`, ada)).body).toMatchObject({
      stars: 3,
      comment: 'Mine',
    })
    const outsiders = await ask('GET', `/items/${itemId}/rating`, someone('Oscar'))
    expect(outsiders.status).toBe(204)
  })
})

describe('DELETE /items/:itemId/rating', () => {
  test('204: the own rating goes, and no other; 404: there is nothing left to delete', async () => {
    const itemId = await addItem()
    const ada = someone('Ada')
    await rate(ada, itemId, { stars: 1 })
    await rate(someone(), itemId, { stars: 5 })

    expect((await ask('DELETE', `/items/${itemId}/rating`, ada)).status).toBe(204)
    expect(await item(itemId)).toMatchObject({ ratingCount: 1, average: 5 })
    expect(await ask('DELETE', `/items/${itemId}/rating`, ada)).toMatchObject({ status: 404 })
    expect(await listMiscounted(db)).toEqual([])
  })
})
