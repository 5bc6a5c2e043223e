import type { RideReading } from '@walkon/contracts/events/park-data'
import { MAX_THRESHOLD_MINUTES, type AlertKind } from '@walkon/contracts/values'
import { judgeDone, judgeReopening, judgeWait, type Held, type Verdict } from './reading-verdict.ts'

/** One poll of one park, as park-data published it. */
export type Poll = {
  parkId: string
  observedAt: Date
  parkOpen: boolean
  trusted: boolean
  rides: RideReading[]
}

/** A short wait or a reopening: it alerts the watches that ask for it. */
export type News = { kind: AlertKind; ride: RideReading }

export type PollNews = {
  /** Short waits before reopenings: a watch that asks for both is alerted of the wait. */
  news: News[]
  /** Readings that a guard held back. */
  held: Held[]
  /** Reopenings that wait for the newer polls of a backlog: a later one cannot show them again. */
  waiting: Reopened[]
  /** Rides that are probably done for today. */
  done: RideReading[]
}

/** A ride was down, and ran again in a poll of this instant. */
export type Reopened = { rideId: string; parkId: string; reopenedAt: Date }

export type Circumstances = {
  /** Rides of the park that reopened in any poll of the batch, or in a late one before it. */
  reopened: Reopened[]
  /** True if the log is known to hold no newer poll of the park. */
  isNewest: boolean
  /** True if the poll is a dead letter that is applied late. */
  isReplayed: boolean
  now: Date
}

/** The readings of a poll that may alert some watch, before any threshold is known. */
export function decideNews(poll: Poll, { reopened, isNewest, isReplayed, now }: Circumstances): PollNews {
  const reopenings = new Map(reopened.map((reopening) => [reopening.rideId, reopening]))
  const judged = poll.rides.flatMap((ride): { kind: AlertKind; ride: RideReading; verdict: Verdict }[] => [
    {
      kind: 'short-wait',
      ride,
      verdict: judgeWait({ ...poll, ...ride, isNewest, isReplayed }, MAX_THRESHOLD_MINUTES, now),
    },
    {
      kind: 'reopened',
      ride,
      verdict: judgeReopening(
        {
          ...poll,
          ...ride,
          isNewest,
          isReplayed,
          reopenedAt: reopenings.get(ride.rideId)?.reopenedAt ?? null,
        },
        now,
      ),
    },
  ])
  const news = judged.filter(({ verdict }) => verdict === 'may-alert')
  const done = poll.rides.filter(
    (ride) => judgeDone({ ...poll, ...ride, isNewest, isReplayed }, now) === 'may-alert',
  )
  return {
    done,
    news: [...news.filter(isShort), ...news.filter((entry) => !isShort(entry))],
    held: judged.flatMap(({ verdict }) =>
      verdict === 'may-alert' || verdict === 'no-news' ? [] : [verdict],
    ),
    waiting: judged.flatMap(({ kind, ride, verdict }) =>
      kind === 'reopened' && verdict === 'behind' ? (reopenings.get(ride.rideId) ?? []) : [],
    ),
  }
}

const isShort = ({ kind }: News) => kind === 'short-wait'

/**
 * The newest poll of each park of a batch, and the rides that reopened in any poll of it. After an outage a batch holds
 * many polls of one park; a wait that a later poll contradicts is over and alerts no visitor.
 */
export function newestPolls<Entry extends { poll: Poll }>(
  batch: Entry[],
): { entry: Entry; reopened: Reopened[] }[] {
  const byPark = Map.groupBy(batch, ({ poll }) => poll.parkId)
  return [...byPark.values()].map((entries) => {
    const inOrder = entries.toSorted(
      (one, other) => one.poll.observedAt.getTime() - other.poll.observedAt.getTime(),
    )
    // The first poll after a gap cannot show when a ride reopened.
    const reopened = inOrder.flatMap(({ poll: { parkId, trusted, rides, observedAt } }) =>
      trusted
        ? rides.filter(isReopening).map(({ rideId }) => ({ rideId, parkId, reopenedAt: observedAt }))
        : [],
    )
    return { entry: inOrder.at(-1) as Entry, reopened }
  })
}

const isReopening = ({ previousStatus, status, isFlap }: RideReading) =>
  previousStatus === 'DOWN' && status === 'OPERATING' && !isFlap
