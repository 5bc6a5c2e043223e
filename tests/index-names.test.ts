import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * The name of an index says which rows it holds, and by what they are found: `orders_by_email`, `orders_of_user` (the rows of one owner),
 * `orders_waiting` (of a partial index, its rows), `orders_once` (unique). See CONTRIBUTING.
 */

const ROOT = resolve(import.meta.dirname, '..')

/** Names from before the rule. `ALTER INDEX … RENAME` costs an old process nothing: rename one with the next migration of its table. */
const FORMER = [
  'address_checks_of',
  'address_checks_settled',
  'attractions_park',
  'delivery_alerts_delivery',
  'delivery_alerts_history',
  'delivery_alerts_subscription',
  'flight_alerts_ended',
  'inbox_keep_until',
  'item_requests_newest',
  'item_requests_reviewed',
  'items_highest_named',
  'items_highest_of_park',
  'items_most_named',
  'items_most_of_park',
  'lane_preferences_watched',
  'moved_addresses_to',
  'moved_subscriptions_to',
  'newsletter_subscribers_unconfirmed',
  'parks_destination',
  'pass_windows_end',
  'places_park',
  'provider_event_marks_received',
  'provider_events_addresses',
  'provider_events_received',
  'ratings_newest',
  'requested_letters_about',
  'restaurant_alert_days_wanted',
  'restaurant_alerts_ended',
  'review_reports_decided',
  'ride_states_park',
  'table_openings_ended',
  'waiting_letters_expiry',
]

const snapshot = z.object({
  tables: z.record(
    z.string(),
    z.object({
      name: z.string(),
      indexes: z.record(z.string(), z.object({ isUnique: z.boolean(), where: z.string().optional() })),
    }),
  ),
})
const indexes = globSync('{libs,services}/*/migrations/meta/*_snapshot.json', { cwd: ROOT }).flatMap((file) =>
  Object.values(snapshot.parse(JSON.parse(readFileSync(join(ROOT, file), 'utf8'))).tables).flatMap((table) =>
    Object.entries(table.indexes).map(([name, index]) => ({ ...index, name, table: table.name })),
  ),
)

const saysItsRows = ({ name, table, isUnique, where }: (typeof indexes)[number]): boolean => {
  if (!name.startsWith(`${table}_`)) return false
  const rest = name.slice(table.length + 1)
  return /^(by|of)_/.test(rest) || where !== undefined || (isUnique && rest.endsWith('once'))
}

test('the name of an index says which rows of its table it holds, or by what they are found', () => {
  expect(indexes.length).toBeGreaterThan(250)
  const others = indexes.filter((index) => !FORMER.includes(index.name) && !saysItsRows(index))
  expect(others.map(({ name }) => name)).toEqual([])
})

test('no index has the name that drizzle-kit gives to one without a name', () => {
  expect(indexes.filter(({ name }) => name.endsWith('_index'))).toEqual([])
})

test('each former name is one of an index that the rule would rename', () => {
  const named = new Set(indexes.filter((index) => !saysItsRows(index)).map(({ name }) => name))
  expect(FORMER.filter((name) => !named.has(name))).toEqual([])
})
