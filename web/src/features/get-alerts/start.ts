import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { readDeviceValue, writeDeviceValue } from '../../lib/device-store.ts'
import { parkDateAt } from '../../lib/park-time.ts'

/** When alerts begin: a calendar day of the park, and a time of its clock, `hh:mm`. */
export type Start = { date: string; time: string }

export const MIDNIGHT = '00:00'

/** A pass for today begins when it is activated (decisions, section 2), so only a later day has a start ahead. */
const isAhead = ({ date }: Start, now: Date, timezone: string): boolean => date > parkDateAt(now, timezone)

/** What the button of Get Alerts does (core, section 4). */
export function controlWords(isActive: boolean, start: Start, now: Date, timezone: string) {
  if (isActive) return 'Stop Alerts'
  return isAhead(start, now, timezone) ? 'Schedule Alerts' : 'Activate Alerts'
}

type Covered = Pick<SubscriptionView, 'dates' | 'windows' | 'isCoveredByPlan' | 'timezone'>

/** Whether a pass or the plan has the day of the start. A pass of yesterday runs into today. */
export function isCovered(
  { dates, windows, isCoveredByPlan, timezone }: Covered,
  { date }: Start,
  now: Date,
): boolean {
  const isRunning = windows.some(
    ({ startsAt, endsAt }) => new Date(startsAt) <= now && now < new Date(endsAt),
  )
  return isCoveredByPlan || dates.includes(date) || (isRunning && date === parkDateAt(now, timezone))
}

/** Today where it is covered; else the first day of the pass, the start that was kept, or today. */
export function firstStart(pass: Covered | undefined, now: Date, timezone: string): Start {
  const today = { date: parkDateAt(now, timezone), time: MIDNIGHT }
  if (pass && isCovered(pass, today, now)) return today
  const date = pass?.dates.find((each) => each >= today.date)
  if (date !== undefined) return { date, time: MIDNIGHT }
  const kept = readStart()
  return kept && kept.date >= today.date ? kept : today
}

const DATE = 'alertStartDate'
const TIME = 'alertStartTime'
const ACTIVE = 'isAlertsActive'

/** As it was when alerts were last activated here. */
function readStart(): Start | null {
  const date = readDeviceValue(DATE)
  if (date === null || !/^\d{4}-\d\d-\d\d$/.test(date)) return null
  const time = readDeviceValue(TIME) ?? MIDNIGHT
  return { date, time: /^\d\d:\d\d$/.test(time) ? time : MIDNIGHT }
}

export function keepStart({ date, time }: Start): void {
  writeDeviceValue(DATE, date)
  writeDeviceValue(TIME, time)
  writeDeviceValue(ACTIVE, 'true')
}

export const forgetActive = () => writeDeviceValue(ACTIVE, null)
