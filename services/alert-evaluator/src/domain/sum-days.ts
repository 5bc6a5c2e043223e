import {
  FEWEST_FOR_SHARES,
  sumOfDays,
  toToldCount,
  toToldDays,
  toToldShare,
  type AlertCounts,
} from '@walkon/contracts/http/how-we-do'

type CountedDay = {
  date: string
  countedAt: Date | null
  alerts: number
  seconds: Record<string, number>
  withReceipts: number
  delivered: number
  checkedAgain: number
  stillShort: number
}

/** Days, the newest first, as they may be told. */
export function sumDays(days: CountedDay[]): AlertCounts {
  const { sum, ...counted } = sumOfDays(days, hasAlerts)
  return {
    ...counted,
    ...toSpeed(days),
    deliveredShare: toToldShare(
      sum(({ delivered }) => delivered),
      sum(({ withReceipts }) => withReceipts),
    ),
    stillShortShare: toToldShare(
      sum(({ stillShort }) => stillShort),
      sum(({ checkedAgain }) => checkedAgain),
    ),
    days: toToldDays(days, hasAlerts).map((day) => ({ date: day.date, ...toSpeed([day]) })),
  }
}

const hasAlerts = ({ alerts }: CountedDay) => alerts > 0

/** How many alerts went out on these days, and how fast. */
function toSpeed(days: CountedDay[]) {
  const seconds = days.flatMap((day) =>
    Object.entries(day.seconds).map(([key, alerts]) => [Number(key), alerts] as const),
  )
  return {
    alerts: toToldCount(days.reduce((total, { alerts }) => total + alerts, 0)),
    medianSeconds: percentile(seconds, 50),
    p95Seconds: percentile(seconds, 95),
  }
}

/** The least value that so many of a hundred do not exceed; null with too few. */
function percentile(counted: (readonly [value: number, times: number])[], ofHundred: number): number | null {
  const total = counted.reduce((sum, [, times]) => sum + times, 0)
  if (total < FEWEST_FOR_SHARES) return null
  let passed = 0
  for (const [value, times] of counted.toSorted(([one], [other]) => one - other)) {
    passed += times
    if (passed * 100 >= total * ofHundred) return value
  }
  return null
}
