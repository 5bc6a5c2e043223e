const DAY_MS = 86_400_000

/** A session is alive if it ends after `now` and was last refreshed after `idleSince`. */
export type SessionLife = { now: Date; idleSince: Date }

export const toSessionLife = (now: Date, idleDays: number): SessionLife => ({
  now,
  idleSince: new Date(now.getTime() - idleDays * DAY_MS),
})

/** The end of a session, however often it is refreshed. */
export const toSessionEnd = (startedAt: Date, days: number) => new Date(startedAt.getTime() + days * DAY_MS)
