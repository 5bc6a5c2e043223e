import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { itemPublished } from '@walkon/contracts/events/rankings'
import type { ItemRequest, ModerationCounts, OwnItemRequest } from '@walkon/contracts/http/moderation'
import type { AdminAction } from '@walkon/contracts/http/admin-actions'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { aModerator, anAdmin, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { addItem, ask, item, list, parkId, suggest, suggestEdit } = service

const approve = (requestId: string, who = aModerator(), body?: object) =>
  ask('POST', `/item-requests/${requestId}/approve`, who, body)
const reject = (requestId: string, who = aModerator()) =>
  ask('POST', `/item-requests/${requestId}/reject`, who)
const requests = async (status: string) =>
  (await ask<{ items: ItemRequest[] }>('GET', `/item-requests?status=${status}&limit=100`, aModerator())).body
    .items
const counts = async () => (await ask<ModerationCounts>('GET', '/moderation/counts', aModerator())).body
const lettersTo = async (userId: string) =>
  (await service.published(userNotificationRequested)).filter((letter) => letter.userId === userId)
const actsOn = async (subjectId: string) =>
  (await ask<{ items: AdminAction[] }>('GET', '/admin-actions?limit=100', anAdmin())).body.items.filter(
    (act) => act.subjectId === subjectId,
  )

describe('POST /item-requests/:requestId/approve', () => {
  test('204: a new item is added in the name of who asked, and told of', async () => {
    const ada = someone('Ada')
    const name = `Approved ${randomUUID()}`
    const { body } = await suggest(ada, { name, type: 'food', description: 'Tasty' })
    const mod = aModerator('Grace')
    expect((await approve(body.requestId, mod)).status).toBe(204)

    const { items } = await list({ type: 'food', parkId, search: name })
    expect(items).toMatchObject([{ name, description: 'Tasty', type: 'food' }])
    const exported = await ask<{ itemsAdded: object[] }>('GET', '/export', ada)
    expect(exported.body.itemsAdded).toMatchObject([{ id: items[0]?.itemId }])
    expect((await service.published(itemPublished)).filter((event) => event.name === name)).toHaveLength(1)
    expect(await requests('approved')).toContainEqual(
      expect.objectContaining({
        requestId: body.requestId,
        reviewedBy: 'Grace',
        reviewedAt: expect.any(String),
      }),
    )
    expect(await actsOn(body.requestId)).toMatchObject([{ actorId: mod.userId, action: 'approve-request' }])
  })

  test('204: a new item is added under the name and type that the moderator corrected', async () => {
    const name = `Corrected ${randomUUID()}`
    const { body } = await suggest(someone(), { name: `Correctd ${randomUUID()}`, type: 'ride' })
    expect((await approve(body.requestId, aModerator(), { name, type: 'food' })).status).toBe(204)
    expect((await list({ type: 'food', parkId, search: name })).items).toMatchObject([{ name, type: 'food' }])
  })

  test('409: a corrected name that the park has is refused, and the request waits on', async () => {
    const name = `Taken ${randomUUID()}`
    await addItem(name)
    const { body } = await suggest(someone(), { name: `Other ${randomUUID()}`, type: 'ride' })
    const corrected = { name, type: 'ride' }
    expect(await approve(body.requestId, aModerator(), corrected)).toMatchObject({ code: 'item-exists' })
    expect((await requests('pending')).map(({ requestId }) => requestId)).toContain(body.requestId)
  })

  test('400: an edit is not corrected', async () => {
    const itemId = await addItem(`Edited ${randomUUID()}`)
    const { body } = await suggestEdit(someone(), itemId, { name: `Renamed ${randomUUID()}` })
    expect(await approve(body.requestId, aModerator(), { type: 'food' })).toMatchObject({
      status: 400,
      code: 'invalid-request',
    })
  })

  test('a new item that waits is shown with the items of its park that have a name like it', async () => {
    const unique = randomUUID().slice(0, 8)
    await suggest(someone(), { name: `Cometh ${unique}` })
    const { body } = await suggest(someone(), { name: `Comet ${unique}` })
    await addItem(`The Comet ${unique}`)
    const ofRequest = async () =>
      (await requests('pending')).find(({ requestId }) => requestId === body.requestId)
    expect((await ofRequest())?.alike).toEqual([`The Comet ${unique}`])
    await reject(body.requestId)
    const rejected = (await requests('rejected')).find(({ requestId }) => requestId === body.requestId)
    expect(rejected?.alike).toEqual([])
  })

  test('204: an edit changes what it proposes, and leaves what another edit has changed since', async () => {
    const itemId = await addItem('Old', { description: 'Old words' })
    const renaming = await suggestEdit(someone(), itemId, { name: `New ${itemId}`, description: 'Old words' })
    const describing = await suggestEdit(someone(), itemId, { name: 'Old', description: 'New words' })
    await approve(renaming.body.requestId)
    await approve(describing.body.requestId)

    expect(await item(itemId)).toMatchObject({ name: `New ${itemId}`, description: 'New words' })
  })

  test('409: of two moderators at the same moment one decides, and the other is told who was first', async () => {
    const name = `Raced ${randomUUID()}`
    const { body } = await suggest(someone(), { name })
    const answers = await Promise.all([
      approve(body.requestId, aModerator('Grace')),
      reject(body.requestId, aModerator('Alan')),
      approve(body.requestId, aModerator('Grace')),
    ])

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409', '409'])
    const late = answers.find(({ status }) => status === 409)
    expect(late?.code).toBe('request-decided')
    expect(late?.body).toMatchObject({
      detail: expect.stringMatching(/^(Approved by Grace|Rejected by Alan)$/),
    })
    expect((await list({ parkId, search: name })).items.length).toBeLessThanOrEqual(1)
  })

  test('409: two requests for one name give one item', async () => {
    const name = `Once ${randomUUID()}`
    const first = await suggest(someone(), { name })
    const itemId = await addItem()
    const renaming = await suggestEdit(someone(), itemId, { name })
    const answers = await Promise.all([approve(first.body.requestId), approve(renaming.body.requestId)])

    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '409'])
    expect(answers.find(({ status }) => status === 409)?.code).toBe('item-exists')
    expect((await list({ parkId, search: name })).items).toHaveLength(1)
  })

  test('204: who suggested something is told once what became of it, and sees it in the own list', async () => {
    const ada = someone('Ada')
    const taken = await suggest(ada, { name: `Taken ${randomUUID()}` })
    const refused = await suggest(ada, { name: `Refused ${randomUUID()}` })
    const mod = aModerator()
    const rejecting = { reason: 'exists', requestId: randomUUID() }
    const url = `/item-requests/${refused.body.requestId}/reject`
    await approve(taken.body.requestId)
    expect((await ask('POST', url, mod, rejecting)).status).toBe(204)
    expect((await ask('POST', url, mod, rejecting)).status).toBe(204)
    expect((await ask('POST', url, mod, { reason: 'exists' })).status).toBe(409)

    const letters = (await lettersTo(ada.userId)).map(({ notification }) => notification)
    expect(letters.map(({ heading }) => heading)).toEqual([
      'Your suggestion was accepted',
      'Your suggestion wasn’t accepted',
    ])
    expect(letters[1]?.paragraphs.join(' ')).toContain('in the rankings already')
    const own = await ask<{ items: OwnItemRequest[] }>('GET', '/own-item-requests', ada)
    expect(own.body.items).toMatchObject([
      { requestId: refused.body.requestId, status: 'rejected', rejection: 'exists' },
      { requestId: taken.body.requestId, status: 'approved', rejection: null },
    ])
    expect((await ask<{ items: object[] }>('GET', '/own-item-requests', someone())).body.items).toEqual([])
  })

  test('the author of an edit is told that its item was deleted', async () => {
    const ada = someone()
    const itemId = await addItem()
    await suggestEdit(ada, itemId, { name: 'Too late' })
    await ask('DELETE', `/items/${itemId}`, anAdmin())
    const [letter] = await lettersTo(ada.userId)
    expect(letter?.notification.paragraphs.join(' ')).toContain('no longer in the rankings')
  })

  test('404: a request that does not exist cannot be decided', async () => {
    expect(await approve(randomUUID())).toMatchObject({ status: 404, code: 'request-not-found' })
  })
})

describe('POST /item-requests/:requestId/reject', () => {
  test('204: nothing is added, and the request is counted as rejected', async () => {
    const before = await counts()
    const name = `Rejected ${randomUUID()}`
    const { body } = await suggest(someone(), { name })
    expect((await reject(body.requestId)).status).toBe(204)

    expect((await list({ parkId, search: name })).items).toEqual([])
    expect(await counts()).toMatchObject({ pending: before.pending, rejected: before.rejected + 1 })
    expect(await reject(body.requestId)).toMatchObject({ status: 409, code: 'request-decided' })
  })
})
