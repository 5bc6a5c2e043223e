/** A day of the park as Americans write it: `Sat, Nov 21` for `2026-11-21`. The day is given in the park's calendar already. */
export const usDate = (date: string): string => US_DATE.format(new Date(`${date}T00:00:00Z`))

const US_DATE = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
