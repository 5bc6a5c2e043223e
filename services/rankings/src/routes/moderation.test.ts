import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { itemPublished } from '@walkon/contracts/events/rankings'
import type {
  ItemRequest,
  ModerationCounts,
  OwnItemRequest,
  ReportedReview,
} from '@walkon/contracts/http/moderation'
import type { AdminAction } from '@walkon/contracts/http/admin-actions'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { listMiscounted } from '../db/star-counters.ts'
import { aModerator, anAdmin, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { aReview, addItem, ask, db, item, list, parkId, reviewsOf, suggest, suggestEdit } = service

const approve = (requestId: string, who = aModerator()) =>
  ask('POST', `/item-requests/${requestId}/approve`, who)
const reject = (requestId: string, who = aModerator()) =>
  ask('POST', `/item-requests/${requestId}/reject`, who)
const requests = async (status: string) =>
  (await ask<{ items: ItemRequest[] }>('GET', `/item-requests?status=${status}&limit=100`, aModerator())).body
    .items
const counts = async () => (await ask<ModerationCounts>('GET', '/moderation/counts', aModerator())).body
const reported = async (reviewId: string) =>
  (await ask<ReportedReview[]>('GET', '/reports?limit=100', aModerator())).body.find(
    (review) => review.reviewId === reviewId,
  )
const report = (reviewId: string, reason = 'spam', who = someone()) =>
  ask('POST', `/reviews/${reviewId}/reports`, who, { reason })
const decide = (reviewId: string, decision: object, who = aModerator()) =>
  ask('POST', `/reviews/${reviewId}/decision`, who, decision)
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
      'Your suggestion was taken',
      'Your suggestion was not taken',
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

describe('POST /reviews/:reviewId/reports', () => {
  test('204: a report puts the review into the queue once, with its reasons', async () => {
    const { reviewId, itemId } = await aReview('Buy my book')
    await report(reviewId, 'spam')
    await report(reviewId, 'spam')
    await report(reviewId, 'off-topic')

    expect(await reported(reviewId)).toMatchObject({
      itemId,
      comment: 'Buy my book',
      reviewer: 'Ada',
      reasons: [
        { reason: 'spam', count: 2 },
        { reason: 'off-topic', count: 1 },
      ],
    })
  })

  test('409: an account reports a review once, and not its own', async () => {
    const { reviewId, author } = await aReview()
    const oscar = someone()
    await report(reviewId, 'spam', oscar)

    expect(await report(reviewId, 'other', oscar)).toMatchObject({ status: 409, code: 'review-reported' })
    expect(await report(reviewId, 'other', author)).toMatchObject({ status: 409, code: 'own-review' })
  })

  test('404: a review that does not exist cannot be reported; 400: nor for a reason of its own', async () => {
    expect(await report(randomUUID())).toMatchObject({ status: 404, code: 'review-not-found' })
    expect((await report(randomUUID(), 'ugly')).status).toBe(400)
  })

  test('429: an account that reports without end is held back', async () => {
    service.stopClock()
    const oscar = someone()
    const answers = await Promise.all(Array.from({ length: 21 }, () => report(randomUUID(), 'spam', oscar)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('POST /reviews/:reviewId/name-reset', () => {
  test('204: a name that was taken away does not come back, and another one does; its owner is told once', async () => {
    const itemId = await addItem()
    const bob = someone('Buy at Bob’s')
    const { body } = await service.rate(bob, itemId)
    const mod = aModerator()
    const url = `/reviews/${body.reviewId}/name-reset`
    const reset = { name: 'Buy at Bob’s', requestId: randomUUID() }
    expect((await ask('POST', url, mod, reset)).status).toBe(204)
    expect((await ask('POST', url, mod, reset)).status).toBe(204)
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: null }])
    expect(await lettersTo(bob.userId)).toHaveLength(1)
    expect(await actsOn(bob.userId)).toMatchObject([{ actorId: mod.userId, action: 'reset-name' }])

    await service.userNamed(bob.userId, "buy at bob's", new Date(Date.now() + 60_000))
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: null }])
    await service.userNamed(bob.userId, 'Bob', new Date(Date.now() + 120_000))
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: 'Bob' }])
  })

  test('409: a name that its owner has changed since is not taken away; 404: nor that of a review that is gone', async () => {
    const itemId = await addItem()
    const bob = someone('Bob')
    const { body } = await service.rate(bob, itemId)
    const answer = await ask('POST', `/reviews/${body.reviewId}/name-reset`, aModerator(), { name: 'Rob' })
    expect(answer).toMatchObject({ status: 409, code: 'name-changed' })
    expect(await reviewsOf(itemId)).toMatchObject([{ reviewer: 'Bob' }])
    const gone = await ask('POST', `/reviews/${randomUUID()}/name-reset`, aModerator(), { name: 'Bob' })
    expect(gone).toMatchObject({ status: 404, code: 'review-not-found' })
  })
})

describe('POST /reviews/:reviewId/decision', () => {
  test('204: a review that is kept leaves the queue, and its author hears nothing', async () => {
    const { reviewId, itemId, author } = await aReview()
    await report(reviewId)
    expect((await decide(reviewId, { decision: 'keep' })).status).toBe(204)

    expect(await reported(reviewId)).toBeUndefined()
    expect(await reviewsOf(itemId)).toMatchObject([{ comment: 'What a ride' }])
    expect(await lettersTo(author.userId)).toEqual([])
  })

  test('204: a review that is cleared keeps its stars; its author is told why', async () => {
    const { reviewId, itemId, author } = await aReview()
    await report(reviewId)
    const mod = aModerator()
    await decide(reviewId, { decision: 'clear', reason: 'off-topic' }, mod)

    expect(await reviewsOf(itemId)).toMatchObject([{ stars: 4, comment: null }])
    const [letter] = (await lettersTo(author.userId)).slice(-1)
    expect(letter?.notification).toMatchObject({ name: 'review-removed' })
    expect(letter?.notification.paragraphs.join(' ')).toContain('about something else')
    expect(await actsOn(reviewId)).toMatchObject([
      { actorId: mod.userId, action: 'clear-review', reason: 'off-topic' },
    ])
  })

  test('204: a review that is deleted counts no more; its author is told and may rate again', async () => {
    const { reviewId, itemId, author } = await aReview()
    const before = (await lettersTo(author.userId)).length
    await report(reviewId)
    await decide(reviewId, { decision: 'delete', reason: 'inappropriate' })

    expect(await item(itemId)).toMatchObject({ ratingCount: 0, average: null })
    expect(await listMiscounted(db)).toEqual([])
    expect(await lettersTo(author.userId)).toHaveLength(before + 1)
    expect((await service.rate(author, itemId)).body).toMatchObject({ isNew: true })
  })

  test('409 or 404: of two moderators at the same moment one decides', async () => {
    const { reviewId, itemId } = await aReview()
    await report(reviewId)
    const answers = await Promise.all([
      decide(reviewId, { decision: 'delete', reason: 'spam' }),
      decide(reviewId, { decision: 'keep' }),
      decide(reviewId, { decision: 'delete', reason: 'spam' }),
    ])

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    for (const { status, code } of answers.filter((answer) => answer.status !== 204))
      expect([`409 report-decided`, `404 review-not-found`]).toContain(`${status} ${code}`)
    expect(await listMiscounted(db)).toEqual([])
    expect((await item(itemId)).ratingCount).toBeLessThanOrEqual(1)
  })

  test('409: a decision about a review that its author has changed since decides nothing', async () => {
    const { reviewId, itemId, author } = await aReview('Nice ride')
    await report(reviewId)
    const seen = await reported(reviewId)
    await service.rate(author, itemId, { stars: 4, comment: 'Buy pills at pills.example' })

    for (const decision of [{ decision: 'keep' }, { decision: 'keep', version: seen?.version }])
      expect(await decide(reviewId, decision)).toMatchObject({ status: 409, code: 'decision-conflict' })
    const changed = await reported(reviewId)
    expect(changed).toMatchObject({ comment: 'Buy pills at pills.example', reportedComment: 'Nice ride' })
    expect((await decide(reviewId, { decision: 'keep', version: changed?.version })).status).toBe(204)
    expect(await reported(reviewId)).toBeUndefined()
  })

  test.each(['keep', 'clear'])(
    '204: a text that is changed after "%s" is reported and decided anew',
    async (decision) => {
      const { reviewId, itemId, author } = await aReview('Nice ride')
      const oscar = someone()
      await report(reviewId, 'spam', oscar)
      await decide(reviewId, { decision, reason: 'spam' })
      await service.rate(author, itemId, { stars: 4, comment: 'Buy pills' })

      expect((await report(reviewId, 'spam', oscar)).status).toBe(204)
      expect((await report(reviewId, 'spam', oscar)).code).toBe('review-reported')
      expect(await reported(reviewId)).toMatchObject({ comment: 'Buy pills', reportedComment: null })
      expect((await decide(reviewId, { decision: 'delete', reason: 'spam' })).status).toBe(204)
    },
  )

  test('204: the same request again is the same decision, and any other is refused', async () => {
    const { reviewId, author } = await aReview()
    await report(reviewId)
    const mod = aModerator()
    const decision = { decision: 'clear', reason: 'spam', requestId: randomUUID() }
    const letters = (await lettersTo(author.userId)).length
    expect((await decide(reviewId, decision, mod)).status).toBe(204)
    expect((await decide(reviewId, decision, mod)).status).toBe(204)
    expect((await decide(reviewId, { ...decision, requestId: randomUUID() }, mod)).status).toBe(409)
    expect(await lettersTo(author.userId)).toHaveLength(letters + 1)
    expect(await actsOn(reviewId)).toHaveLength(1)
  })

  test('a moderator who decides and the author who deletes at the same moment are both answered', async () => {
    for (let round = 0; round < 10; round++) {
      const itemId = await addItem()
      const reviews = await Promise.all(
        [1, 2, 3, 4].map(async () => {
          const author = someone()
          const { body } = await service.rate(author, itemId, { comment: 'Words' })
          await Promise.all([report(body.reviewId), report(body.reviewId)])
          return { author, reviewId: body.reviewId }
        }),
      )
      const answers = await Promise.all(
        reviews.flatMap(({ author, reviewId }) => [
          decide(reviewId, { decision: 'delete', reason: 'spam' }),
          ask('DELETE', `/items/${itemId}/rating`, author),
        ]),
      )
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
    expect(await listMiscounted(db)).toEqual([])
  })

  test('a moderator who approves an edit and an admin who deletes its item at the same moment are both answered', async () => {
    for (let round = 0; round < 15; round++) {
      const itemIds = await Promise.all([1, 2, 3, 4].map(() => addItem()))
      const edits = await Promise.all(
        itemIds.map(
          async (itemId) => (await suggestEdit(someone(), itemId, { name: randomUUID() })).body.requestId,
        ),
      )
      const answers = await Promise.all(
        itemIds.flatMap((itemId, at) => [
          ask('DELETE', `/items/${itemId}`, anAdmin()),
          approve(edits[at] ?? ''),
        ]),
      )
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
  })

  test('409: a review without an open report is not decided', async () => {
    const { reviewId } = await aReview()
    expect(await decide(reviewId, { decision: 'keep' })).toMatchObject({
      status: 409,
      code: 'report-decided',
    })
  })
})
