import type { TestIdentity } from './identity.ts'

const HOUR_MS = 3_600_000

/** Limits count in windows of 5, 15 and 60 minutes: from here on none of them ends for a while, and none has begun. */
export function startOfHour({ clock, now }: Pick<TestIdentity, 'clock' | 'now'>): void {
  clock.offsetMs += HOUR_MS - (now().getTime() % HOUR_MS)
}
