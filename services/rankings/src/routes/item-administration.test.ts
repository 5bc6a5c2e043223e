import type { AdminAction } from '@walkon/contracts/http/admin-actions'
import type { ItemRequest } from '@walkon/contracts/http/moderation'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { listMiscounted } from '../db/star-counters.ts'
import { aModerator, anAdmin, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { aReview, addItem, ask, catalog, db, parkId, suggestEdit } = service

const actsOn = async (subjectId: string) =>
  (await ask<{ items: AdminAction[] }>('GET', '/admin-actions?limit=100', anAdmin())).body.items.filter(
    (act) => act.subjectId === subjectId,
  )

test('DELETE /items/:itemId 204: the item goes with its ratings, and its open edits are rejected', async () => {
  const { itemId, reviewId } = await aReview()
  await ask('POST', `/reviews/${reviewId}/reports`, someone(), { reason: 'spam' })
  const { body } = await suggestEdit(someone(), itemId, { name: 'Too late' })
  const boss = anAdmin()
  expect((await ask('DELETE', `/items/${itemId}`, boss)).status).toBe(204)

  expect((await ask('GET', `/items/${itemId}`)).status).toBe(404)
  expect((await ask<object[]>('GET', '/reports', aModerator())).body).toEqual([])
  const rejected = await ask<{ items: ItemRequest[] }>('GET', '/item-requests?status=rejected', aModerator())
  expect(rejected.body.items).toMatchObject([{ requestId: body.requestId }])
  expect(await ask('DELETE', `/items/${itemId}`, boss)).toMatchObject({
    status: 404,
    code: 'item-not-found',
  })
  expect(await actsOn(itemId)).toMatchObject([
    { action: 'delete-item', actorId: boss.userId },
    { action: 'add-item' },
  ])
})

test('POST /items 409: a name that the park has is named; 422: so is a park that does not exist', async () => {
  const name = `Added ${randomUUID()}`
  await addItem(name)
  const again = await ask('POST', '/items', anAdmin(), { name: name.toUpperCase(), parkId })
  const nowhere = await ask('POST', '/items', anAdmin(), { name, parkId: randomUUID() })

  expect(again).toMatchObject({ status: 409, code: 'item-exists' })
  expect(nowhere).toMatchObject({ status: 422, code: 'unknown-park' })
})

test('GET /items-by-name 200: every item is listed by name, in pages, and found by part of it', async () => {
  const ownPark = await catalog({ name: 'Own park' })
  const mark = randomUUID()
  for (const name of [`B ${mark}`, `A ${mark}`, `C ${mark}`])
    await addItem(name, { parkId: ownPark, type: 'food' })
  const url = `/items-by-name?limit=2&search=${mark}`
  const { body } = await ask<{ items: { name: string }[]; next: string }>('GET', url, anAdmin())
  const rest = await ask<{ items: { name: string }[] }>('GET', `${url}&cursor=${body.next}`, anAdmin())

  expect([...body.items, ...rest.body.items].map(({ name }) => name)).toEqual([
    `A ${mark}`,
    `B ${mark}`,
    `C ${mark}`,
  ])
})

test('a rating that is being written and the deletion of its item wait for each other', async () => {
  const itemIds = await Promise.all(Array.from({ length: 10 }, () => addItem()))
  const answers = await Promise.all(
    itemIds.flatMap((itemId) => [
      service.rate(someone(), itemId),
      service.rate(someone(), itemId),
      ask('DELETE', `/items/${itemId}`, anAdmin()),
    ]),
  )

  expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([])
  expect(await listMiscounted(db)).toEqual([])
})
