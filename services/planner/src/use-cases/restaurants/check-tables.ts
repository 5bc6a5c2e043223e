import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import type { ReservableTable, Reservations } from '../../clients/reservations.ts'
import { findRestaurant, listTablePlaces } from '../../db/catalog.ts'
import {
  deleteReservable,
  deleteUnwantedChecks,
  isSomethingDue,
  joinChecksOf,
  saveCheck,
  saveReservable,
  saveTurn,
  takeDueCheck,
  takeTurn,
  type DueCheck,
  type TurnRow,
} from '../../db/restaurants/table-checks.ts'
import { listOpenReservations } from '../../db/restaurants/table-openings.ts'
import { backoffMs, LIST_KEPT_MS, TURN_LEASE_MS } from '../../domain/check-pace.ts'
import { mealAt } from '../../domain/meal.ts'
import { ReservationFailure } from '../../domain/reservation-failure.ts'
import { canBeTaken, type Table } from '../../domain/table-openings.ts'
import { saveObservedTables } from './save-observed-tables.ts'

export type TableCheckDeps = {
  db: Database
  reservations: Reservations
  settings: { TABLE_CHECK_SECONDS: number; TABLE_REQUESTS_PER_MINUTE: number }
  log: Log
  metrics: Metrics
  now: () => Date
}

/**
 * Makes the due requests to the provider of reservations, one at a time over all replicas. First its list of restaurants, then a day of a
 * restaurant, by accounts in turn. Returns whether a request was made. A process that dies in a request leaves it due again after its
 * lease.
 */
export function createTableChecks(deps: TableCheckDeps) {
  const { db, metrics, now } = deps
  const requests = new Counter({
    name: 'table_checks_total',
    help: 'Requests to the provider of reservations, by what became of them',
    labelNames: ['outcome'],
    registers: [metrics],
  })

  return async (stopping: AbortSignal): Promise<boolean> => {
    const listedBefore = new Date(now().getTime() - LIST_KEPT_MS)
    if (!(await isSomethingDue(db, now(), listedBefore))) return false
    const turn = await takeTurn(db, now(), TURN_LEASE_MS)
    if (!turn) return false
    if (turn.listedAt === null || turn.listedAt < listedBefore) {
      requests.inc({ outcome: await readList(deps, turn, stopping) })
      return true
    }
    await deleteUnwantedChecks(db, now())
    const check = await takeDueCheck(db, now())
    if (check) requests.inc({ outcome: await checkDay(deps, turn, check, stopping) })
    else await saveTurn(db, { freeAt: now() })
    return check !== null
  }
}

async function readList(deps: TableCheckDeps, turn: TurnRow, stopping: AbortSignal): Promise<string> {
  const { db, reservations, now } = deps
  try {
    const restaurantIds = await reservations.listRestaurants(stopping)
    await db.transaction(async (tx) => {
      await joinChecksOf(tx, await saveReservable(tx, restaurantIds), now())
      await saveTurn(tx, { freeAt: nextTurn(deps), failures: 0, listedAt: now() })
    })
    return 'listed'
  } catch (error) {
    return rest(deps, turn, error)
  }
}

async function checkDay(
  deps: TableCheckDeps,
  turn: TurnRow,
  check: DueCheck,
  stopping: AbortSignal,
): Promise<string> {
  const { db, reservations, now, settings } = deps
  const { restaurantId, date } = check
  try {
    const free = await reservations.listTables(restaurantId, date, stopping)
    const at = now()
    await db.transaction(async (tx) => {
      const restaurant = await findRestaurant(tx, restaurantId)
      if (restaurant) {
        const known = await listOpenReservations(tx, restaurantId, date)
        const place = (await listTablePlaces(tx, [restaurantId])).get(restaurantId)
        const offered = free
          .map((table) => toTable(check, table))
          .filter((table) => place && canBeTaken(table, place, at))
        await saveObservedTables(tx, known, offered, { parkId: restaurant.parkId, at })
      }
      const checkAt = new Date(at.getTime() + settings.TABLE_CHECK_SECONDS * 1_000)
      await saveCheck(tx, check, { checkedAt: at, checkAt, failures: 0 })
      await saveTurn(tx, { freeAt: nextTurn(deps), failures: 0 })
    })
    return 'checked'
  } catch (error) {
    if (error instanceof ReservationFailure && error.kind === 'unknown-restaurant') {
      await db.transaction(async (tx) => {
        await deleteReservable(tx, restaurantId)
        await saveTurn(tx, { freeAt: nextTurn(deps), failures: 0 })
      })
      return error.kind
    }
    const outcome = await rest(deps, turn, error)
    // Another day is asked for next: an answer that cannot be read holds back no other check.
    const failures = check.failures + 1
    const checkAt = new Date(now().getTime() + backoffMs(failures, 0))
    await saveCheck(db, check, { checkAt, failures })
    return outcome
  }
}

/** After a failure the provider is asked nothing for a while, which grows with the failures in a row. */
async function rest({ db, log, now }: TableCheckDeps, turn: TurnRow, error: unknown): Promise<string> {
  if (!(error instanceof ReservationFailure)) throw error
  const failures = turn.failures + 1
  const pauseMs = backoffMs(failures, error.retryAfterMs)
  await saveTurn(db, { freeAt: new Date(now().getTime() + pauseMs), failures })
  const level = error.kind === 'misconfigured' ? 'error' : 'warn'
  log[level]({ err: error, failures, pauseMs }, 'the provider of reservations gave no answer that counts')
  return error.kind
}

const nextTurn = ({ now, settings }: TableCheckDeps) =>
  new Date(now().getTime() + 60_000 / settings.TABLE_REQUESTS_PER_MINUTE)

const toTable = ({ restaurantId, date }: DueCheck, { time, partySize }: ReservableTable): Table => ({
  restaurantId,
  date,
  source: 'reservation',
  partySize,
  time,
  waitMinutes: null,
  meal: mealAt(time),
})
