import { sumOfDays, toToldCount, type GuaranteeCounts } from '@walkon/contracts/http/how-we-do'

type CountedDay = { date: string; countedAt: Date; kept: number; fellShort: number; paidBack: number }

/** Days, the newest first, as they may be told. */
export function sumGuarantees(days: CountedDay[]): GuaranteeCounts {
  const { sum, ...counted } = sumOfDays(days, ({ kept, fellShort }) => kept + fellShort > 0)
  return {
    ...counted,
    kept: toToldCount(sum(({ kept }) => kept)),
    fellShort: toToldCount(sum(({ fellShort }) => fellShort)),
    paidBack: toToldCount(sum(({ paidBack }) => paidBack)),
  }
}
