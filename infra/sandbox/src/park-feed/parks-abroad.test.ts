import { expect, test } from 'vitest'
import { z } from 'zod'
import { startFeed } from '../testing/feed-sandbox.ts'

const DISNEYLAND_PARIS = 'dae968d5-630d-4719-8b06-3d107e944401'
const TOKYO_DISNEYLAND = '3cc919f1-d16d-43e0-8c3f-1dd269bd1a42'

const paidRows = z.array(
  z.object({
    name: z.string(),
    queue: z.object({
      PAID_RETURN_TIME: z.object({
        returnStart: z.string().nullable(),
        price: z.object({ amount: z.int(), currency: z.string(), formatted: z.string() }),
      }),
    }),
  }),
)

/** The SDK's type lacks the slug. */
const childList = z.object({
  children: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string().nullable() })),
})

test.for([
  [DISNEYLAND_PARIS, 'Big Thunder Mountain', { amount: 1_700, currency: 'EUR', formatted: '€17.00' }],
  [TOKYO_DISNEYLAND, '美女と野獣“魔法のものがたり”', { amount: 1_900, currency: 'JPY', formatted: '¥1,900' }],
] as const)(
  'a paid return time at %s costs money of its country, in its smallest unit',
  async ([parkId, name, price]) => {
    const { feed } = await startFeed()
    const { liveData } = await feed.entity(parkId).live()
    const paid = (liveData ?? []).filter(({ queue }) => queue?.PAID_RETURN_TIME)
    expect(paidRows.parse(paid).map((row) => [row.name, row.queue.PAID_RETURN_TIME.price])).toEqual([
      [name, price],
    ])
  },
)

test.for([
  [DISNEYLAND_PARIS, '2026-11-21T09:00:00+01:00'],
  [TOKYO_DISNEYLAND, '2026-11-21T09:00:00+09:00'],
] as const)('%s opens by its own clock', async ([parkId, openingTime]) => {
  const { feed } = await startFeed({ alwaysOpen: false })
  const { schedule } = await feed.entity(parkId).schedule.month(2026, 11)
  expect(schedule?.find(({ date, type }) => date === '2026-11-21' && type === 'OPERATING')).toMatchObject({
    openingTime,
  })
})

test('a ride whose name has no Latin letter has no slug, and is found by its id alone', async () => {
  const { feed, baseUrl } = await startFeed()
  const { children } = childList.parse(await feed.entity(TOKYO_DISNEYLAND).children())
  const ride = children.find(({ name }) => name === 'ホーンテッドマンション')
  expect(ride?.slug).toBeNull()
  expect(await feed.entity(ride?.id ?? '').get()).toMatchObject({ slug: null, timezone: 'Asia/Tokyo' })
  expect((await fetch(`${baseUrl}/entity/`)).status).toBe(404)
})
