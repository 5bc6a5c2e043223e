/** How many calls of a channel may be made now: none while it is stopped, and no more than its rate. */
export type SendingGate = {
  /** Of so many, how many may be leased. */
  admit(limit: number): number
  /** Milliseconds until a tenth of a second of the rate, or one call, may be leased; null while the channel is stopped. */
  msUntilFree(): number | null
  /** These were leased. */
  spend(calls: number): void
  /** The provider refuses our configuration: nothing more is sent until the pause is over. */
  pause(): void
}

export type GateOptions = { isOn: boolean; perSecond: number; pauseSeconds: number; now: () => Date }

/** Short, so that what the bucket cannot hold is never lost; long enough that a lease is worth its transaction. */
const A_WHILE_SECONDS = 0.1

/** A bucket that fills with the rate and holds what one second gives. Each process counts for itself. */
export function createSendingGate({ isOn, perSecond, pauseSeconds, now }: GateOptions): SendingGate {
  let free = perSecond
  let filledAt = now().getTime()
  let pausedUntil = 0

  function fill(): void {
    const present = now().getTime()
    free = Math.min(perSecond, free + (Math.max(0, present - filledAt) / 1_000) * perSecond)
    filledAt = present
  }

  const isStopped = () => !isOn || now().getTime() < pausedUntil
  const few = Math.max(1, perSecond * A_WHILE_SECONDS)

  return {
    admit(limit) {
      fill()
      return isStopped() ? 0 : Math.min(limit, Math.floor(free))
    },
    msUntilFree() {
      fill()
      return isStopped() ? null : (Math.max(0, few - free) / perSecond) * 1_000
    },
    spend: (calls) => void (free -= calls),
    pause: () => void (pausedUntil = now().getTime() + pauseSeconds * 1_000),
  }
}
