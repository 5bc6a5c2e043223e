type DayLow = { rideId: string; date: string; minutes: number }

/** The lows of each ride on the days of its park, the oldest first. Null on a day on which the ride posted no wait above 0. */
export function toDayLows(lows: DayLow[]): (rideId: string) => (number | null)[] {
  const dates = [...new Set(lows.map(({ date }) => date))].toSorted()
  const minutesOf = new Map(lows.map(({ rideId, date, minutes }) => [`${rideId} ${date}`, minutes]))
  return (rideId) => dates.map((date) => minutesOf.get(`${rideId} ${date}`) ?? null)
}
