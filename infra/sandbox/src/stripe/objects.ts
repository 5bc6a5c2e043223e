import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { missing } from './errors.ts'
import type { ListParameters } from './parameters.ts'
import type { Kinds, StripeObject } from './shapes.ts'

export const newId = (prefix: string) =>
  `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`

/** Unix time in seconds, as Stripe writes instants. */
export const toSeconds = (instant: Date) => Math.floor(instant.getTime() / 1_000)

const row = z.object({ serial: z.int(), body: z.string() })

export function insertObject(store: Store, body: StripeObject): void {
  store
    .sql('insert into stripe_objects (id, type, body, created_at) values (?, ?, ?, ?)')
    .run(body.id, body.object, JSON.stringify(body), body.created)
}

export function updateObject(store: Store, body: StripeObject): void {
  store.sql('update stripe_objects set body = ? where id = ?').run(JSON.stringify(body), body.id)
}

function findObject<Kind extends keyof Kinds>(store: Store, type: Kind, id: string): Kinds[Kind] | null {
  const found = store.sql('select serial, body from stripe_objects where id = ? and type = ?').get(id, type)
  return found ? (JSON.parse(row.parse(found).body) as Kinds[Kind]) : null
}

/** Throws Stripe's refusal. */
export function getObject<Kind extends keyof Kinds>(
  store: Store,
  type: Kind,
  id: string,
  param = 'id',
): Kinds[Kind] {
  const found = findObject(store, type, id)
  if (!found) throw missing(type, id, param)
  return found
}

/** Newest first. */
export function listObjects<Kind extends keyof Kinds>(store: Store, type: Kind): Kinds[Kind][] {
  const rows = store
    .sql('select serial, body from stripe_objects where type = ? order by serial desc')
    .all(type)
  return toBodies(rows)
}

/** The objects of a payment, newest first. */
export function listObjectsOf<Kind extends keyof Kinds>(
  store: Store,
  type: Kind,
  paymentIntent: string,
): Kinds[Kind][] {
  const rows = store
    .sql(
      "select serial, body from stripe_objects where json_extract(body, '$.payment_intent') = ? and type = ? order by serial desc",
    )
    .all(paymentIntent, type)
  return toBodies(rows)
}

const toBodies = <Body>(rows: unknown[]): Body[] =>
  z
    .array(row)
    .parse(rows)
    .map(({ body }) => JSON.parse(body) as Body)

/** A page of a list, with Stripe's cursors: after an object towards the older ones, before it towards the newer. */
export function toPage<Found extends StripeObject>(
  url: string,
  found: Found[],
  { limit, starting_after: after, ending_before: before, created }: ListParameters,
) {
  const matching = found.filter(
    (each) =>
      each.created > (created?.gt ?? -Infinity) &&
      each.created >= (created?.gte ?? -Infinity) &&
      each.created < (created?.lt ?? Infinity) &&
      each.created <= (created?.lte ?? Infinity),
  )
  const positionOf = (id: string) => matching.findIndex((each) => each.id === id)
  if (before !== undefined) {
    const newer = matching.slice(0, Math.max(0, positionOf(before)))
    return { object: 'list', url, data: newer.slice(-limit), has_more: newer.length > limit }
  }
  const older = after === undefined ? matching : matching.slice(positionOf(after) + 1)
  return { object: 'list', url, data: older.slice(0, limit), has_more: older.length > limit }
}
