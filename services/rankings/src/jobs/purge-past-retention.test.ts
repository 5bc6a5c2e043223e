import type { ModerationCounts } from '@walkon/contracts/http/moderation'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { aModerator, createTestRankings, someone } from '../testing/rankings.ts'

const service = await createTestRankings()
afterAll(service.close)
const { aReview, ask, db, runJob, suggest } = service

test('decided requests and reports go when their retention is over, and open ones never do', async () => {
  const mod = aModerator()
  for (const decided of [true, true, false]) {
    const { body } = await suggest(someone())
    const { reviewId } = await aReview()
    await ask('POST', `/reviews/${reviewId}/reports`, someone(), { reason: 'spam' })
    if (!decided) continue
    await ask('POST', `/item-requests/${body.requestId}/reject`, mod)
    await ask('POST', `/reviews/${reviewId}/decision`, mod, { decision: 'keep', version: 1 })
  }
  await db.execute(sql`update item_requests set created_at = created_at - interval '5 years'`)
  await db.execute(sql`
    update item_requests set reviewed_at = reviewed_at - interval '731 days'
    where id = (select id from item_requests where status = 'rejected' limit 1)`)
  await db.execute(sql`
    update review_reports set decided_at = decided_at - interval '731 days'
    where rating_id = (select rating_id from review_reports where decision = 'kept' limit 1)`)
  await runJob('purge-past-retention')

  const { body } = await ask<ModerationCounts>('GET', '/moderation/counts', mod)
  expect(body).toMatchObject({ pending: 1, rejected: 1, reports: 1 })
  const [left] = await db.execute<{ reports: number }>(
    sql`select count(*)::int as reports from review_reports`,
  )
  expect(left?.reports).toBe(2)
})
