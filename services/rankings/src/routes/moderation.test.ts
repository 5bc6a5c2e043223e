import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { ReportedReview } from '@walkon/contracts/http/moderation'
import type { AdminAction } from '@walkon/contracts/http/admin-actions'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { listMiscounted } from '../db/star-counters.ts'
import { aModerator, anAdmin, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { aReview, addItem, ask, db, item, reviewsOf, suggestEdit } = service

const approve = (requestId: string, who = aModerator()) =>
  ask('POST', `/item-requests/${requestId}/approve`, who)
const reported = async (reviewId: string) =>
  (await ask<ReportedReview[]>('GET', '/reports?limit=100', aModerator())).body.find(
    (review) => review.reviewId === reviewId,
  )
const report = (reviewId: string, reason = 'spam', who = someone()) =>
  ask('POST', `/reviews/${reviewId}/reports`, who, { reason })
const decideAbout = (reviewId: string, decision: object, who = aModerator()) =>
  ask('POST', `/reviews/${reviewId}/decision`, who, decision)
/** Decides about the version that the list shows now. */
const decide = async (reviewId: string, decision: object, who = aModerator()) =>
  decideAbout(reviewId, { version: (await reported(reviewId))?.version ?? 1, ...decision }, who)
const lettersTo = async (userId: string) =>
  (await service.published(userNotificationRequested)).filter((letter) => letter.userId === userId)
const actsOn = async (subjectId: string) =>
  (await ask<{ items: AdminAction[] }>('GET', '/admin-actions?limit=100', anAdmin())).body.items.filter(
    (act) => act.subjectId === subjectId,
  )

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

    const unseen = { decision: 'keep', version: seen?.version }
    expect(await decide(reviewId, unseen)).toMatchObject({ status: 409, code: 'decision-conflict' })
    expect((await decideAbout(reviewId, { decision: 'keep' })).status).toBe(400)
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
