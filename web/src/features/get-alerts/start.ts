import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { readDeviceValue, writeDeviceValue } from '../../lib/device-store.ts'
import { dayLabel, minuteOfDay, parkDateAt, parkDayClock } from '../../lib/park-time.ts'

/** When alerts begin: calendar days of the park, ascending, and a time of its clock, `hh:mm`; empty where none is chosen. */
export type Start = { dates: string[]; time: string }

const NO_TIME = ''

/** A pass for today begins when it is activated, or at the chosen time if that is later (decisions, section 2). */
function isAhead({ dates: [first], time }: Start, now: Date, timezone: string): boolean {
  const today = parkDateAt(now, timezone)
  if (first !== today) return first !== undefined && first > today
  return time !== NO_TIME && minutesOf(time) > minuteOfDay(now, timezone)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Returns the words of the button of Get Alerts (core, section 4). */
export function controlWords(isActive: boolean, start: Start, now: Date, timezone: string) {
  if (isActive) return 'Stop Alerts'
  return isAhead(start, now, timezone) ? 'Schedule Alerts' : 'Activate Alerts'
}

/** Returns when the alerts of an order begin: also of a later day, and of a start time that is still to come today. */
export const beginWords = (start: Start, now: Date, timezone: string): string =>
  isAhead(start, now, timezone) ? 'Alerts start when your first day begins.' : 'Alerts start right away.'

/** The chosen rides in one word or two. */
export const chosenWords = (chosen: number): string => (chosen === 1 ? '1 ride' : `${chosen} rides`)

export const readyWords = (chosen: number): string =>
  `Alerts are off. ${chosenWords(chosen)} ${chosen === 1 ? 'is' : 'are'} ready.`

/** The days of a start and its time, in one line. */
export function startsWords({ dates: [first, ...more], time }: Start): string {
  if (first === undefined) return 'Choose a day'
  const days = `${dayLabel(first)}${more.length > 0 ? ` and ${more.length} more` : ''}`
  return time === NO_TIME ? days : `${days}, ${parkDayClock(minutesOf(time) + MIDNIGHT)}`
}

/** Minutes into the day of a park, which begins at 4 am. */
const MIDNIGHT = 20 * 60

type Covered = Pick<SubscriptionView, 'dates' | 'windows' | 'isCoveredByPlan' | 'timezone'>

/** Returns the days that neither a pass nor the plan has: they are ordered. A pass of yesterday runs into today. */
export function uncoveredDates(covered: Covered | undefined, dates: string[], now: Date): string[] {
  if (!covered) return dates
  const { windows, timezone } = covered
  const isRunning = windows.some(
    ({ startsAt, endsAt }) => new Date(startsAt) <= now && now < new Date(endsAt),
  )
  const today = parkDateAt(now, timezone)
  const isCovered = (date: string) =>
    covered.isCoveredByPlan || covered.dates.includes(date) || (isRunning && date === today)
  return dates.filter((date) => !isCovered(date))
}

/** Today where it is covered; else the first day of the pass, the start that was kept, or today. */
export function firstStart(pass: Covered | undefined, now: Date, timezone: string): Start {
  const today = parkDateAt(now, timezone)
  if (pass && uncoveredDates(pass, [today], now).length === 0) return { dates: [today], time: NO_TIME }
  const date = pass?.dates.find((each) => each >= today)
  if (date !== undefined) return { dates: [date], time: NO_TIME }
  const kept = readStart()
  return kept && kept.date >= today
    ? { dates: [kept.date], time: kept.time }
    : { dates: [today], time: NO_TIME }
}

const DATE = 'alertStartDate'
const TIME = 'alertStartTime'
const ACTIVE = 'isAlertsActive'

/** The start that an earlier build kept if no time was chosen. */
const BEFORE = '00:00'

/** Reads the start of the last activation here. */
function readStart(): { date: string; time: string } | null {
  const date = readDeviceValue(DATE)
  if (date === null || !/^\d{4}-\d\d-\d\d$/.test(date)) return null
  const time = readDeviceValue(TIME) ?? NO_TIME
  return { date, time: /^\d\d:\d\d$/.test(time) && time !== BEFORE ? time : NO_TIME }
}

export function keepStart({ dates: [first], time }: Start): void {
  if (first === undefined) return
  writeDeviceValue(DATE, first)
  writeDeviceValue(TIME, time)
  writeDeviceValue(ACTIVE, 'true')
}

export const forgetActive = () => writeDeviceValue(ACTIVE, null)
