import { passRegistered } from '@walkon/contracts/events/alerts'
import { passActivated } from '@walkon/contracts/events/billing'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestGuarantees } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { buy, db, hear, hearStripe, metrics, published, runJob, stripe } = guarantees
afterAll(guarantees.close)

const unaccounted = async () => (await metrics.getSingleMetric('passes_unaccounted')?.get())?.values[0]?.value
const publishedOf = async (passId: string) =>
  (await published(passActivated)).filter((pass) => pass.passId === passId)
const passTime = (minutes: number) =>
  db.execute(sql`
    update published_passes set published_at = published_at - make_interval(mins => ${minutes}),
      republished_at = republished_at - make_interval(mins => ${minutes})`)
const answer = (passId: string) => hear([heard(passRegistered, { passId })])

test('a paid pass without an answer is found after three minutes, and published again until it is answered', async () => {
  const { passId } = await buy()
  await passTime(2)
  expect(await unaccounted()).toBe(0)

  await passTime(2)
  expect(await unaccounted()).toBe(1)
  await runJob('reconcile-passes')
  await runJob('reconcile-passes')
  const [first, ...copies] = await publishedOf(passId)
  expect(copies).toEqual([first])

  await answer(passId)
  await passTime(60)
  expect(await unaccounted()).toBe(0)
  await runJob('reconcile-passes')
  expect(await publishedOf(passId)).toHaveLength(2)
})

test('a pass that was taken back is not published again', async () => {
  const { passId, sessionId } = await buy()
  await stripe.refundByHand(sessionId)
  await hearStripe()
  await passTime(4)

  expect(await unaccounted()).toBe(0)
  await runJob('reconcile-passes')

  expect(await publishedOf(passId)).toHaveLength(1)
})
