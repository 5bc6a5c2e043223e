import { holdUser } from '@walkon/runtime/erased-users'
import { findTraces } from '@walkon/testing/traces'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listMiscounted } from '../db/star-counters.ts'
import { aModerator, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { aReview, addItem, ask, db, item, rate, reviewsOf, suggest, userDeleted, userNamed } = service

test('the stars and the review of a deleted account go at once, and the same person signing up again counts once', async () => {
  const itemId = await addItem()
  const [ada, outsider] = [someone('Ada'), someone('Oscar')]
  await rate(ada, itemId, { stars: 2, comment: 'From Ada' })
  await rate(outsider, itemId, { stars: 4, comment: 'From Oscar' })
  await userDeleted(ada.userId)
  await userDeleted(ada.userId)
  expect(await item(itemId)).toMatchObject({ ratingCount: 1, average: 4 })
  expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: 'Oscar', comment: 'From Oscar' }])

  await rate(someone('Ada'), itemId, { stars: 2 })
  expect(await item(itemId)).toMatchObject({ ratingCount: 2, average: 3 })
  expect(await listMiscounted(db)).toEqual([])
})

test('the words of a suggestion go with its account, and the item that came of one stays', async () => {
  const ada = someone()
  const name = `Suggested ${randomUUID()}`
  const { body } = await suggest(ada, { name })
  await ask('POST', `/item-requests/${body.requestId}/approve`, aModerator())
  await suggest(ada, { description: 'Call ada at 407 555 0142, unmistakable' })
  await userDeleted(ada.userId)

  expect(await findTraces(db, 'unmistakable')).toEqual({})
  expect((await service.list({ search: name })).items).toHaveLength(1)
})

test('of a deleted account nothing is left but the mark that it was erased and what it did as a moderator', async () => {
  const ada = { ...someone('Ada Unmistakable'), roles: ['moderator' as const] }
  const { reviewId } = await aReview()
  await ask('POST', `/reviews/${reviewId}/reports`, ada, { reason: 'spam' })
  const decided = await suggest(someone())
  await ask('POST', `/item-requests/${decided.body.requestId}/approve`, ada)
  await suggest(ada)
  await rate(ada, await addItem(), { comment: 'Words' })
  await userDeleted(ada.userId)

  expect(await findTraces(db, ada.userId)).toEqual({ erased_users: 1, admin_actions: 1 })
  expect(await findTraces(db, 'Ada Unmistakable')).toEqual({})
})

test('401: a token that outlives its account stores nothing, and a late event names nobody', async () => {
  const [ada, outsider] = [someone('Ada'), someone('Oscar')]
  const itemId = await addItem()
  await userDeleted(ada.userId)
  await userNamed(ada.userId, 'Ada', new Date(Date.now() + 60_000))

  expect(await rate(ada, itemId)).toMatchObject({ status: 401, code: 'unauthorized' })
  expect(await suggest(ada)).toMatchObject({ status: 401 })
  expect(await findTraces(db, ada.userId)).toEqual({ erased_users: 1 })
  expect((await rate(outsider, itemId)).status).toBe(200)
  await expect(db.transaction((tx) => holdUser(tx, randomUUID()))).resolves.toBeUndefined()
})

test('a moderator who decided keeps the decision without the name', async () => {
  const mod = aModerator('Grace')
  const { body } = await suggest(someone())
  await ask('POST', `/item-requests/${body.requestId}/reject`, mod)
  await userDeleted(mod.userId)

  const late = await ask<{ detail: string }>('POST', `/item-requests/${body.requestId}/approve`, aModerator())
  expect(late).toMatchObject({ status: 409, body: { detail: 'Rejected by another moderator' } })
})
