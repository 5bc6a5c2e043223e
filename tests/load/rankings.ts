import { ITEM_TYPES, SORTS, type RankedListQuery } from '@walkon/contracts/http/rankings'
import { prepareDatabase } from '@walkon/local/database'
import { rankings } from '@walkon/rankings/app'
import { listRankedItems } from '@walkon/rankings/db/ranked-items'
import { listMiscounted } from '@walkon/rankings/db/star-counters'
import { saveRating } from '@walkon/rankings/use-cases/save-rating'
import type { Database } from '@walkon/service/database'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { median, millisecondsOf, scaled } from './measures.ts'
import { atMost, figure, mustBe, type BenchResult } from './result.ts'

const ITEMS = 10_000
const RATINGS = 1_000_000
const FEW_RATINGS = 1_000
const PARKS = 16
const SCHEMA = 'rankings'
const POOL = 16
const ROUNDS = 15
const PAGES_IN = 100

const PER_SECOND = 50
const SECONDS = 10

/**
 * A page of every kind of list, with a thousand ratings and with a million; then ratings of one item, fifty a second, after which every
 * counter must be what the ratings say.
 */
export async function benchRankings(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const { [SCHEMA]: url = '' } = await prepareDatabase(serverUrl, 'bench', [SCHEMA])
  await applyMigrations(url, SCHEMA, rankings.migrationsFolder)
  const { db, close } = connectPostgres({ url, schema: SCHEMA, poolSize: POOL, applicationName: 'bench' })
  try {
    await insertItems(db, scaled(ITEMS, scale, 200))
    await insertRatings(db, FEW_RATINGS)
    const lists = await listsOf(db)
    const few = await measurePages(db, lists)
    await insertRatings(db, scaled(RATINGS, scale, 5_000))
    const many = await measurePages(db, lists)
    return [...toResults(few, many), ...(await rateOneItem(db, scaled(SECONDS, scale, 2)))]
  } finally {
    await close()
  }
}

async function insertItems(db: Database, count: number): Promise<void> {
  const { $client: sql } = db
  await sql`
    insert into parks select gen_random_uuid(), 'Park ' || n, 'Resort', false from generate_series(1, ${PARKS}) n`
  await sql`
    insert into items (name, park_id, type, created_at)
    select 'Item ' || n, park.id, (array['ride', 'food', 'experience'])[1 + n % 3], now()
    from generate_series(1, ${count}) n
    join (select id, row_number() over (order by id) - 1 as slot from parks) park on park.slot = n % ${PARKS}`
}

/** Some items have thousands of ratings and some a few, as in life; four of five stars are the commonest. */
async function insertRatings(db: Database, count: number): Promise<void> {
  const { $client: sql } = db
  await sql`
    insert into ratings (id, item_id, user_id, stars, comment, created_at)
    select gen_random_uuid(), item.id, gen_random_uuid(), 1 + floor(power(random(), 0.6) * 4.999)::int,
      case when random() < 0.3 then 'We went twice, and the line was short ' || n end, now() - n * interval '1 second'
    from generate_series(1, ${count}) n
    cross join lateral (select floor(power(random() + n * 0, 2.2) * (select count(*) from items))::int as slot) given
    join (select id, row_number() over (order by id) - 1 as slot from items) item using (slot)`
  await sql`
    update items set one_star = one, two_stars = two, three_stars = three, four_stars = four, five_stars = five
    from (
      select item_id, count(*) filter (where stars = 1) as one, count(*) filter (where stars = 2) as two,
        count(*) filter (where stars = 3) as three, count(*) filter (where stars = 4) as four,
        count(*) filter (where stars = 5) as five
      from ratings group by item_id) given
    where given.item_id = items.id`
  await sql`vacuum analyze items`
  await sql`vacuum analyze ratings`
}

type List = { name: string; query: RankedListQuery; pagesIn: number }

/** Every sort with a park and without, the first page and one far down, and a search. */
async function listsOf(db: Database): Promise<List[]> {
  const [park] = await db.$client<{ id: string }[]>`select id from parks limit 1`
  const type = ITEM_TYPES[0]
  return SORTS.flatMap((sort) => {
    const all: RankedListQuery = { type, sort, limit: 20, search: undefined }
    return [
      { name: `${sort}-first-page`, query: all, pagesIn: 0 },
      { name: `${sort}-far-page`, query: all, pagesIn: PAGES_IN },
      { name: `${sort}-of-park`, query: { ...all, parkId: park?.id }, pagesIn: 0 },
      { name: `${sort}-search`, query: { ...all, search: 'item 99' }, pagesIn: 0 },
    ]
  })
}

/** The median of each list's page, in milliseconds. */
async function measurePages(db: Database, lists: List[]): Promise<Map<string, number>> {
  const measured = new Map<string, number>()
  for (const { name, query, pagesIn } of lists) {
    const page = { ...query, ...(await cursorAfter(db, query, pagesIn)) }
    await listRankedItems(db, page)
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await millisecondsOf(() => listRankedItems(db, page)))
    measured.set(name, median(rounds))
  }
  return measured
}

async function cursorAfter(
  db: Database,
  query: RankedListQuery,
  pages: number,
): Promise<{ cursor?: string }> {
  let cursor: string | undefined
  for (let page = 0; page < pages; page++) {
    const { next } = await listRankedItems(db, { ...query, ...(cursor !== undefined && { cursor }) })
    if (next === null) break
    cursor = next
  }
  return cursor === undefined ? {} : { cursor }
}

function toResults(few: Map<string, number>, many: Map<string, number>): BenchResult[] {
  const ratios = [...many].map(([name, milliseconds]) => milliseconds / (few.get(name) ?? Number.NaN))
  return [
    ...[...many].map(([name, milliseconds]) => atMost(`rankings-${name}`, milliseconds, 'ms', 5)),
    atMost('rankings-pages-to-few-ratings', median(ratios), 'ratio', 1.2),
  ]
}

/** At a steady pace, as visitors come: how long each rating takes, and whether the counters are right afterwards. */
async function rateOneItem(db: Database, seconds: number): Promise<BenchResult[]> {
  const [hottest] = await db.$client<
    { id: string }[]
  >`select id from items order by rating_count desc limit 1`
  const deps = { db, ratingLimit: { admit: async () => {} }, now: () => new Date() }
  const visitors = Array.from({ length: 200 }, () => ({
    userId: randomUUID(),
    displayName: null,
    knownAt: new Date(),
  }))
  const rate = (at: number) => {
    const author = visitors[(at * 7) % visitors.length]
    if (!author || !hottest) throw new Error('There is nobody to rate')
    return millisecondsOf(() => saveRating(deps, author, hottest.id, { stars: 1 + (at % 5), comment: null }))
  }
  const started: Promise<number>[] = []
  for (let at = 0; at < seconds * PER_SECOND; at++) {
    started.push(rate(at))
    await after(1_000 / PER_SECOND)
  }
  const sorted = (await Promise.all(started)).toSorted((one, other) => one - other)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  return [
    figure('rankings-rating-p50', median(sorted), 'ms'),
    atMost('rankings-rating-p99', p99, 'ms', 50),
    mustBe('rankings-wrong-counters', (await listMiscounted(db)).length, 'items', 0),
  ]
}
