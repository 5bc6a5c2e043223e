import { AppError } from '@walkon/service/errors'
import type { DateProblem } from '../domain/trip.ts'

const WORDS: Record<DateProblem, string> = {
  'departure-over': 'The day of departure is over at the home airport',
  'departure-too-far': 'Airlines do not sell seats for these days yet',
  'return-before-departure': 'The return is before the departure',
}

export const datesRefused = (problem: DateProblem) => new AppError('flight-dates-invalid', WORDS[problem])
