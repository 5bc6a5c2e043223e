import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { createHttpApp } from '@walkon/service/http'
import { keysetOf } from '@walkon/service/keyset-page'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
await db.execute(sql`
  create table reviews (id uuid primary key default gen_random_uuid(), name text not null, stars int not null, note text,
    posted_at timestamptz not null default now())`)

const reviews = pgTable('reviews', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  stars: integer().notNull(),
  note: text(),
  postedAt: timestamp({ withTimezone: true }).notNull(),
})

const newest = keysetOf([reviews.postedAt, reviews.id], 'desc')
const best = keysetOf([reviews.stars, reviews.name], 'asc')

const app = createHttpApp({
  service: 'shop',
  log: createLog({ service: 'shop', level: 'silent' }),
  metrics: createMetrics('shop'),
})
for (const [url, keyset] of [
  ['/newest', newest],
  ['/best', best],
] as const) {
  app.get(
    url,
    {
      config: { access: 'public' },
      schema: { querystring: pageQuery, response: { 200: pageOf(z.object({ name: z.string() })) } },
    },
    async ({ query: { cursor, limit } }) => {
      const rows = await db
        .select({ name: reviews.name, key: keyset.key })
        .from(reviews)
        .where(keyset.after(cursor))
        .orderBy(...keyset.orderBy)
        .limit(limit + 1)
      return keyset.toPage(rows, limit)
    },
  )
}
afterAll(async () => {
  await app.close()
  await drop()
})
beforeEach(() => db.execute(sql`truncate reviews`))

type Answer = { items: { name: string }[]; next: string | null }
const get = (url: string, query: Record<string, string> = {}) => app.inject({ url, query })

async function page(url: string, limit: number, cursor: string | null = null) {
  const response = await get(url, { limit: String(limit), ...(cursor !== null && { cursor }) })
  expect(response.statusCode).toBe(200)
  const { items, next } = response.json<Answer>()
  return { names: items.map(({ name }) => name), next }
}

async function allPages(url: string, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | null = null; ; ) {
    const { names, next } = await page(url, limit, cursor)
    pages.push(names)
    if (next === null) return pages
    cursor = next
  }
}

/** Reviews with these names, in the order of their posting, a microsecond apart. */
const post = (...names: string[]) =>
  db.execute(sql`
    insert into reviews (name, stars, posted_at)
    select name, 3, clock_timestamp() + make_interval(secs => place * 0.000001)
    from jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) with ordinality as given(name, place)`)

describe('a list in pages', () => {
  test('200: every item is listed once, and the last page names no next one', async () => {
    await post('a', 'b', 'c', 'd', 'e')
    expect(await allPages('/newest', 2)).toEqual([['e', 'd'], ['c', 'b'], ['a']])
  })

  test('200: a full last page has no page after it, and an empty list is one page', async () => {
    expect(await allPages('/newest', 2)).toEqual([[]])
    await post('a', 'b')
    expect(await allPages('/newest', 2)).toEqual([['b', 'a']])
  })

  test('200: items of the same instant are all listed', async () => {
    await db.execute(sql`
      insert into reviews (name, stars, posted_at)
      select i::text, 3, '2026-04-14T18:40:00Z' from generate_series(1, 7) as i`)
    const names = (await allPages('/newest', 3)).flat()
    expect(names).toHaveLength(7)
    expect(new Set(names).size).toBe(7)
  })

  test('200: what is inserted or deleted between two pages moves no other item', async () => {
    await post('a', 'b', 'c', 'd')
    const first = await page('/newest', 2)
    await post('new')
    await db.execute(sql`delete from reviews where name = 'd'`)

    expect(first.names).toEqual(['d', 'c'])
    expect(await page('/newest', 2, first.next)).toEqual({ names: ['b', 'a'], next: null })
  })

  test('200: a list is sorted by numbers and texts, with any characters in them', async () => {
    const names = ['"', ',', "'; drop table reviews --", 'é', '東京', '']
    await post(...names)
    await db.execute(sql`update reviews set stars = 5 where name = ','`)
    const sorted = (await allPages('/best', 1)).flat()
    expect(sorted.at(-1)).toBe(',')
    expect(sorted.toSorted()).toEqual(names.toSorted())
  })
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const ID = '6f1f7a4e-0d5a-4b0e-9a53-93f4a3b9d1aa'
const WRONG: [name: string, url: string, cursor: string][] = [
  ['that is no base64url', '/newest', '%%%'],
  ['that is no JSON', '/newest', Buffer.from('not json').toString('base64url')],
  ['that is no list', '/newest', encode({})],
  ['of another list', '/newest', encode([3, 'a'])],
  ['that is too short', '/newest', encode(['2026-04-14T18:40:00+00:00'])],
  ['that is too long', '/newest', encode(['2026-04-14T18:40:00+00:00', ID, ID])],
  ['with a day that does not exist', '/newest', encode(['2026-02-30T18:40:00+00:00', ID])],
  ['with a year before the first', '/newest', encode(['0000-02-03T18:40:00+00:00', ID])],
  ['with an offset that PostgreSQL does not know', '/newest', encode(['2026-02-03T18:40:00+23:00', ID])],
  ['with an id that is none', '/newest', encode(['2026-04-14T18:40:00+00:00', "'"])],
  ['with a number that is too large', '/best', encode([3_000_000_000, 'a'])],
  ['with a NUL character', '/best', encode([3, 'a\0'])],
  ['with half a character', '/best', encode([3, '\ud800'])],
]

test.for(WRONG)('400: a cursor %s is refused', async ([, url, cursor]) => {
  const response = await get(url, { cursor })
  expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid-request'])
})

test.for(['0', '101', 'x', '1.5'])('400: a limit of %s is refused', async (limit) => {
  expect((await get('/newest', { limit })).statusCode).toBe(400)
})

test('a column that can be null or has no exact form in a cursor cannot be part of a sort key', () => {
  expect(() => keysetOf([reviews.note], 'asc')).toThrow('note (text) cannot be part of a sort key')
})
