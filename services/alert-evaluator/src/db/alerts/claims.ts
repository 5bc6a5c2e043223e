import { alertTriggered } from '@walkon/contracts/events/alerts'
import { HIGHEST_MARK, LOWEST_MARK } from '@walkon/contracts/guarantee'
import type { AlertKind } from '@walkon/contracts/values'
import type { CloudEventHeaders } from '@walkon/messaging/cloud-event'
import { insertBatches, insertEvents } from '@walkon/messaging/outbox-batches'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'
import { CARRIED } from './carried.ts'
import { lookUpByIndex } from './index-lookups.ts'

/** The reading that an alert reports. */
export type Observation = {
  kind: AlertKind
  rideId: string
  rideName: string
  waitMinutes: number | null
  observedAt: string
  changedAt: string | null
  /** True if this reading is the first with the wait. */
  isNewlyPosted: boolean
  usualMinutes: number | null
  /** The limit of watches that fit the ride, at the reading's hour. */
  fittedMinutes: number
  /** False where that is the default, because the hour has too little history. */
  isFitted: boolean
  /** When the ride was last read above each mark, the lowest first, and its usual wait: what the guarantee counts follows from them. */
  aboveAt: (Date | null)[]
  medianMinutes: number | null
  /** How wanted the ride is; undefined where the reading does not say. */
  popularity: number | undefined
  traceparent: string
}

/** An alert that is made if its watch is not cooling down when the statement runs. */
export type Candidate = { subscriptionId: string; alertId: string; reading: number }

/**
 * Claims the cooldown of the candidates' watches, and for each claim that succeeds records the alert. Writes one AlertTriggered for each
 * subscription to the outbox, its shortest ride first. Returns how many alerts were made. All candidates of a subscription must be in one
 * call: they share a message.
 *
 * One statement, because the claim decides: it locks the rows that it changes. A second evaluator waits for the first and then finds
 * `next_alert_at` in the future. The message is composed in SQL too: fetching the rows and inserting their JSON would double the time
 * (docs/benchmarks.md).
 */
export async function claimAndAnnounce(
  tx: Transaction,
  candidates: Candidate[],
  observations: Observation[],
  cooldownMinutes: number,
): Promise<number> {
  const cooldownEnd = sql`now() + make_interval(secs => ${cooldownMinutes * 60})`
  await lookUpByIndex(tx)
  const [row] = await tx.execute<{ made: number }>(sql`
    with ${given(candidates, observations)},
    won as (
      update watches w set next_alert_at = ${cooldownEnd}, cooldown_until = ${cooldownEnd}, ready = false
      from candidate c
      where w.subscription_id = c.subscription_id and w.ride_id = c.ride_id
        and w.next_alert_at <= now() and w.open_until > now()
      returning c.alert_id, c."position", w.subscription_id, w.ride_id, w.threshold_minutes, w.fitted
    ),
    named as (
      select won.*, r.kind, r."rideName", r."waitMinutes", r."observedAt", r."changedAt", r."isNewlyPosted", r."usualMinutes", r."fittedMinutes", r."isFitted",
        r.popularity, r.traceparent, r."aboveAt", r."medianMinutes",
        ${mark} as mark,
        -- An event is named after its first alert: an alert is in one event only.
        first_value(alert_id) over (partition by subscription_id order by ${shortestFirst}) as event_id
      from won join reading r using ("position")
    ),
    recorded as (
      -- The clock, not the start of the transaction: an alert after the end of a pass is none of that pass.
      insert into alerts (id, event_id, subscription_id, ride_id, kind, wait_minutes, observed_at, above_mark_at, usually_short, triggered_at,
        limit_minutes, posted_at)
      select alert_id, event_id, subscription_id, ride_id, kind, "waitMinutes", "observedAt",
        case when kind = 'short-wait' then "aboveAt"[mark - ${LOWEST_MARK - 1}] end,
        case when kind = 'short-wait' then coalesce("medianMinutes" <= mark, false) end, clock_timestamp(),
        case when kind = 'short-wait' then ${limit} end,
        case when kind = 'short-wait' and "isNewlyPosted" then "changedAt"::timestamptz end
      from named
    ),
    announced as (${insertEvents(announcements(cooldownEnd))} returning position),
    batched as (${insertBatches(sql`announced`)})
    select count(*)::int as made from won`)
  return row?.made ?? 0
}

/** The visitor's limit. */
const limit = sql`case when fitted then "fittedMinutes" else threshold_minutes end`

/** The visitor's limit, within the marks of the guarantee. */
const mark = sql`greatest(${LOWEST_MARK}::int, least(${HIGHEST_MARK}::int,
  case when won.fitted then r."fittedMinutes" else won.threshold_minutes end))`

/** Among equal waits the most wanted first. */
const shortestFirst = sql`"waitMinutes", popularity desc nulls last, "rideName", alert_id`

/** The parameters as tables: the readings, and the candidates. */
function given(candidates: Candidate[], observations: Observation[]): SQL {
  const readings = candidates.map(({ reading }) => reading)
  return sql`
    reading as materialized (
      select * from jsonb_to_recordset(${asJsonb(withPosition(observations, new Set(readings)))}) as r(
        "position" int, kind text, "rideId" uuid, "rideName" text, "waitMinutes" int,
        "observedAt" timestamptz, "changedAt" text, "isNewlyPosted" boolean, "usualMinutes" int, "fittedMinutes" int, "isFitted" boolean,
        popularity float8, traceparent text, "aboveAt" timestamptz[], "medianMinutes" int)
    ),
    candidate as materialized (
      select c.*, r."rideId" as ride_id from unnest(
        ${uuids(candidates.map(({ subscriptionId }) => subscriptionId))},
        ${uuids(candidates.map(({ alertId }) => alertId))},
        ${`{${readings.join(',')}}`}::int[]) as c(subscription_id, alert_id, "position")
      join reading r using ("position")
    )`
}

/** AlertTriggered as rows of the outbox: the recipients (of the passes that are open now, and of a plan that covers now) and the rides. */
function announcements(cooldownEnd: SQL): SQL {
  return sql`
    select m.event_id, ${alertTriggered.topic}, m.subscription_id,
      convert_to(json_build_object(
        'subscriptionId', m.subscription_id, 'email', s.email, 'recipients', carried.recipients,
        'parkId', s.park_id, 'parkName', p.name, 'timezone', p.timezone,
        'observedAt', ${instant(sql`m.observed_at`)}, 'nextAlertAt', (select ${instant(cooldownEnd)}),
        'dates', carried.dates, 'alerts', m.alerts
      )::text, 'UTF8'),
      ${asJsonb(eventHeaders())}
        || jsonb_build_object('ce_time', ${instant(sql`clock_timestamp()`)}, 'ce_id', m.event_id, 'traceparent', m.traceparent)
    from (
      select event_id, subscription_id, min("observedAt") as observed_at, min(traceparent) as traceparent,
        json_agg(json_build_object(
          'alertId', alert_id, 'kind', kind, 'rideId', ride_id, 'rideName', "rideName",
          'waitMinutes', "waitMinutes", 'thresholdMinutes', ${limit},
          'limit', case when fitted and "isFitted" then 'fit' end,
          'changedAt', "changedAt", 'usualMinutes', "usualMinutes", 'popularity', coalesce(popularity, 0)
        ) order by ${shortestFirst}) as alerts
      from named group by event_id, subscription_id
    ) as m
    join subscriptions s on s.id = m.subscription_id
    join parks p on p.id = s.park_id
    cross join ${CARRIED}`
}

/** Only the readings that a candidate needs. A candidate names its reading by the index in this list. */
const withPosition = (observations: Observation[], wanted: Set<number>) =>
  observations.flatMap((observation, position) =>
    wanted.has(position) ? [{ position, ...observation }] : [],
  )

const instant = (value: SQL) => sql`to_char((${value}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const eventHeaders = () =>
  ({
    ce_specversion: '1.0',
    ce_type: alertTriggered.type,
    ce_source: alertTriggered.publisher,
    'content-type': 'application/json',
  }) satisfies Omit<CloudEventHeaders, 'ce_id' | 'ce_time' | 'traceparent'>

/** Lists those of these alerts that are on record. */
export async function listRecordedAlerts(tx: Transaction, alertIds: string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ id: string }>(sql`select id from alerts where id = any(${uuids(alertIds)})`)
  return new Set(rows.map(({ id }) => id))
}
