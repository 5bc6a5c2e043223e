import type { TestIdentity } from './identity.ts'

const HOUR_MS = 3_600_000

/** Moves the clock to the next full hour, at which the windows of all limits (5, 15 and 60 minutes) begin. */
export function startOfHour({ clock, now }: Pick<TestIdentity, 'clock' | 'now'>): void {
  clock.offsetMs += HOUR_MS - (now().getTime() % HOUR_MS)
}
