import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { addItem, ask, catalog, list, rate, reviewsOf, userNamed } = service

/** A park of its own for each test. */
let parkId = ''
beforeEach(async () => {
  parkId = await catalog({ name: 'Epcot' })
})

/** An item of the park with these stars, each given by another visitor. */
async function rated(name: string, stars: number[], more: object = {}) {
  const itemId = await addItem(name, { parkId, ...more })
  for (const given of stars) await rate(someone(), itemId, { stars: given })
  return itemId
}

const ranksOf = (items: { rank: number | null; name: string }[]) =>
  items.map(({ rank, name }) => `${rank} ${name}`)

describe('GET /parks', () => {
  test('200: the parks of the feed are listed by name, without those that it lists no more', async () => {
    await catalog({ name: 'A retired park', retired: true })
    const { body } = await ask<{ name: string }[]>('GET', '/parks')
    const names = body.map(({ name }) => name)

    expect(names).toEqual(names.toSorted())
    expect(names).toContain('Epcot')
    expect(names).not.toContain('A retired park')
  })
})

describe('GET /items', () => {
  test('200: Highest Rated goes by the average, then by the number of ratings; unrated items are last', async () => {
    await rated('Unrated', [])
    await rated('Loved by one', [5])
    await rated('Loved by two', [5, 5])
    await rated('Fine', [4, 4, 4])

    expect(ranksOf((await list({ parkId })).items)).toEqual([
      '1 Loved by two',
      '2 Loved by one',
      '3 Fine',
      'null Unrated',
    ])
  })

  test('200: Most Reviews goes by the number of ratings, then by the average', async () => {
    await rated('Loved by one', [5])
    await rated('Bad', [1, 1])
    await rated('Better', [2, 3])

    expect(ranksOf((await list({ parkId, sort: 'most-reviews' })).items)).toEqual([
      '1 Better',
      '2 Bad',
      '3 Loved by one',
    ])
  })

  test('200: the average has one decimal, rounded half up, and is null without a rating', async () => {
    await rated('Thirds', [5, 5, 4])
    await rated('Quarters', [5, 4, 4, 4])
    await rated('Unrated', [])

    expect((await list({ parkId })).items.map(({ average }) => average)).toEqual([4.7, 4.3, null])
  })

  test('200: each tab and park has its own list, and all parks have one', async () => {
    await rated('A ride', [5])
    await rated('A dish', [5], { type: 'food' })
    const food = await list({ parkId, type: 'food' })

    expect(food.items).toMatchObject([
      { name: 'A dish', type: 'food', parkName: 'Epcot', rank: 1, ratingCount: 1 },
    ])
    expect((await list({ parkId, type: 'experience' })).items).toEqual([])
    expect((await list({ type: 'food' })).items.map(({ name }) => name)).toContain('A dish')
  })

  test('200: pages have every item once with its rank, also where all figures are equal', async () => {
    for (const at of [1, 2, 3, 4, 5]) await rated(`Equal ${at}`, [3])
    const whole = await list({ parkId, limit: '100' })
    const pages = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list({ parkId, limit: '2', ...(cursor && { cursor }) })
      pages.push(page.items)
      cursor = page.next
    }

    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(whole.items)
    expect(pages.flat().map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
  })

  test.for(['すぷらっしゅ', 'スプラッシュ', 'ｽﾌﾟﾗｯｼｭ'])(
    '200: a search for %s finds a name in katakana, and no name that differs in a letter',
    async (search) => {
      await rated('スプラッシュ・マウンテン', [5])
      await rated('スブラッシュ・マウンテン', [4])
      expect(ranksOf((await list({ parkId, search })).items)).toEqual(['1 スプラッシュ・マウンテン'])
    },
  )

  test('200: a search finds parts of names in any case, keeps the ranks of the list, and takes signs literally', async () => {
    await rated('Space Mountain', [5])
    await rated('Haunted Mansion', [4])
    await rated('100% mountain_air', [3])

    expect(ranksOf((await list({ parkId, search: 'MOUNTAIN' })).items)).toEqual([
      '1 Space Mountain',
      '3 100% mountain_air',
    ])
    expect(ranksOf((await list({ parkId, search: '%' })).items)).toEqual(['3 100% mountain_air'])
    expect(ranksOf((await list({ parkId, search: ' ' })).items)).toHaveLength(3)
    const first = await list({ parkId, search: 'mountain', limit: '1' })
    expect(
      ranksOf((await list({ parkId, search: 'mountain', limit: '1', cursor: first.next ?? '' })).items),
    ).toEqual(['3 100% mountain_air'])
  })

  test.each([
    ['a straight apostrophe', "siren's"],
    ['no apostrophe', 'sirens curse'],
    ['no accent', 'prime cafe'],
    ['capitals with an accent', 'PRIME TIME CAFÉ'],
    ['straight quotation marks', '"it\'s a small'],
    ['words in another order', 'curse siren'],
    ['full-width letters', 'ｓｉｒｅｎ'],
    ['an invisible mark', 'sir\u200ben'],
    ['Cyrillic look-alikes', 'sіrеn'],
  ])('200: a search finds a name that was typed with %s', async (_, search) => {
    await rated('Siren’s Curse', [5])
    await rated('50’s Prime Time Café', [4])
    await rated('“it’s a small world”', [3])

    expect((await list({ parkId, search })).items).toHaveLength(1)
  })

  test.each([
    'type=ghost',
    'type=ride&sort=price',
    'type=ride&parkId=x',
    'type=ride&limit=101',
    'type=ride&cursor=bm9uZQ',
    'sort=highest-rated',
  ])('400: %s is refused', async (query) => {
    expect((await ask('GET', `/items?${query}`)).status).toBe(400)
  })

  test('200: a list may be shared for a minute, also that of a search, and an item may not', async () => {
    const itemId = await rated('Cached', [])
    const cacheOf = async (url: string) => (await service.app.inject({ url })).headers['cache-control']

    expect(await cacheOf('/items?type=ride')).toBe('public, max-age=60')
    expect(await cacheOf('/items?type=ride&search=a')).toBe('public, max-age=60')
    expect(await cacheOf(`/items/${itemId}`)).toBe('no-store')
  })
})

describe('GET /items/:itemId/reviews', () => {
  test('200: reviews come newest first and in pages, signed with display names and never with more', async () => {
    const itemId = await rated('Reviewed', [])
    await rate(someone('Ada'), itemId, { stars: 5, comment: 'First' })
    await rate(someone(), itemId, { stars: 3 })
    const { body } = await ask<{ items: object[]; next: string }>('GET', `/items/${itemId}/reviews?limit=1`)
    const rest = await ask<{ items: object[] }>('GET', `/items/${itemId}/reviews?limit=1&cursor=${body.next}`)

    expect(body.items).toMatchObject([{ stars: 3, comment: null, reviewer: null, changedAt: null }])
    expect(rest.body.items).toMatchObject([{ stars: 5, comment: 'First', reviewer: 'Ada' }])
    expect(Object.keys(rest.body.items[0] ?? {})).not.toContain('userId')
    expect(JSON.stringify(rest.body)).not.toContain('@')
  })

  test('200: a name that its owner changes signs the earlier reviews too; an older name does not come back', async () => {
    const itemId = await rated('Renamed', [])
    const ada = someone('Ada')
    await rate(ada, itemId)
    const inAMinute = new Date(Date.now() + 60_000)
    await userNamed(ada.userId, 'Countess', inAMinute)
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: 'Countess' }])

    // Her token still has the old name, and an older event may be delivered again.
    await rate(ada, itemId, { stars: 2 })
    await userNamed(ada.userId, 'Ada')
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: 'Countess', stars: 2 }])

    await userNamed(ada.userId, null, new Date(Date.now() + 120_000))
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: null }])
  })

  test('200: a name that is an address, a title or an insult signs as nobody or in asterisks, from token and event', async () => {
    const itemId = await rated('Signed', [])
    const bob = someone('Ben Fuck')
    await rate(bob, itemId)
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: 'Ben ****' }])
    await userNamed(bob.userId, 'bob@visitor.example', new Date(Date.now() + 60_000))
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: null }])
    await userNamed(bob.userId, 'Walkоn Support', new Date(Date.now() + 120_000))
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: null }])
  })

  test('404: an item that does not exist has no reviews', async () => {
    const answer = await ask('GET', '/items/00000000-0000-4000-8000-000000000000/reviews')
    expect(answer).toMatchObject({ status: 404, code: 'item-not-found' })
  })
})
