const DAY_MS = 86_400_000

/** Alive at `now` is a session whose end is later, and whose last refresh is later than `idleSince`. */
export type SessionLife = { now: Date; idleSince: Date }

export const toSessionLife = (now: Date, idleDays: number): SessionLife => ({
  now,
  idleSince: new Date(now.getTime() - idleDays * DAY_MS),
})

/** However often it is refreshed. */
export const toSessionEnd = (startedAt: Date, days: number) => new Date(startedAt.getTime() + days * DAY_MS)
