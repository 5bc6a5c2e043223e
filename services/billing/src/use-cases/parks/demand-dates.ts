import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import { AppError } from '@walkon/service/errors'
import { decideDates, isDateProblem } from '../../domain/pass-windows.ts'

/** The chosen days of a park in order, each once. Throws `date-in-past` and `date-too-far`. */
export function demandDates(wanted: string[], timezone: string, now: Date): string[] {
  const dates = decideDates(wanted, timezone, now)
  if (!isDateProblem(dates)) return dates
  const { problem, date } = dates
  const message =
    problem === 'date-in-past' ? 'is over at the park' : `is more than ${MAX_DAYS_AHEAD} days ahead`
  throw new AppError(problem, `${date} ${message}`)
}
