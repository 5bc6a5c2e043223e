import { schemaOf, type ServiceName } from '@walkon/contracts/services'
import type { Sql } from 'postgres'
import { listDeliveriesOfLetter } from './delivery-rows.ts'
import { stepsOfDelivery, toLines, toSteps, toTraceHeading } from './life-steps.ts'

/** The steps of letters: a table, a return time, a fare, a receipt, a refund, and every other that a service requests. */

/** Services that request letters and that an operator may read; letters of identity are read from notifier alone. */
export const REQUESTERS = [
  'alert-evaluator',
  'billing',
  'flights',
  'planner',
  'rankings',
] as const satisfies ServiceName[]

/** A thing can have many letters; the newest are told. */
const MOST = 20

const TRACE_ID = /^[0-9a-f]{32}$/

type LetterRow = {
  service: string
  id: string
  kind: string
  about: string | null
  requestedAt: Date
  republishedAt: Date | null
  accountedAt: Date | null
}

export type LetterSources = { notifier: Sql; requesters: { service: ServiceName; sql: Sql }[] }

/** Lines that tell the lives of letters, found by these ids: of a letter, of its subject, of a delivery or of a trace. */
export async function tellLetterLives(sources: LetterSources, ids: string[]): Promise<string[]> {
  const uuids = ids.filter((id) => !TRACE_ID.test(id))
  const sent = await Promise.all(ids.map((id) => findSent(sources.notifier, id)))
  const rows = await listRequested(sources, [...uuids, ...sent.flat()])
  const letterIds = new Set([...rows.map(({ id }) => id), ...sent.flat()])
  const lives: string[][] = []
  for (const letterId of [...letterIds].slice(0, MOST))
    lives.push(await tellLetter(sources.notifier, letterId, rows.find(({ id }) => id === letterId) ?? null))
  return lives.flat()
}

async function tellLetter(notifier: Sql, letterId: string, letter: LetterRow | null): Promise<string[]> {
  const deliveries = await listDeliveriesOfLetter(notifier, letterId)
  const about = letter?.about ? `, about ${letter.about}` : ''
  const heading = letter
    ? `letter ${letterId}: ${letter.kind} of ${letter.service}${about}`
    : `letter ${letterId}, of which no service that is read here knows any more`
  const steps = toSteps([
    [letter?.requestedAt ?? null, 'requested'],
    [letter?.republishedAt ?? null, 'requested again: no end was heard of'],
    [letter?.accountedAt ?? null, 'accounted for'],
  ])
  return toLines(
    [toTraceHeading(deliveries[0]?.traceparent ?? null), heading],
    [...steps, ...deliveries.flatMap(stepsOfDelivery)],
  )
}

/** The letters that notifier has by the id of a delivery, a letter or a trace. */
async function findSent(notifier: Sql, id: string): Promise<string[]> {
  const isOne = TRACE_ID.test(id)
    ? notifier`traceparent like ${`00-${id}-%`}`
    : notifier`(id = ${id} or source_id = ${id})`
  const rows = await notifier<{ id: string }[]>`
    select distinct source_id as id from notifier.deliveries
    where source = 'notification' and list is distinct from 'newsletter' and ${isOne}`
  return rows.map((row) => row.id)
}

async function listRequested({ requesters }: LetterSources, ids: string[]): Promise<LetterRow[]> {
  if (ids.length === 0) return []
  const rows = await Promise.all(
    requesters.map(
      ({ service, sql }) => sql<LetterRow[]>`
        select ${service}::text as service, id, kind, about, requested_at as "requestedAt",
          republished_at as "republishedAt", accounted_at as "accountedAt"
        from ${sql(schemaOf(service))}.requested_letters where id = any(${ids}::uuid[]) or about = any(${ids}::uuid[])`,
    ),
  )
  return rows.flat().toSorted((one, other) => other.requestedAt.getTime() - one.requestedAt.getTime())
}
