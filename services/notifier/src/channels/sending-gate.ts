/** How many calls of a channel may be made now: none while it is stopped, and no more than its rate. */
export type SendingGate = {
  /** Of so many, how many may be leased. */
  admit(limit: number): number
  /** These were leased. */
  spend(calls: number): void
  /** The provider refuses our configuration: nothing more is sent until the pause is over. */
  pause(): void
}

export type GateOptions = { isOn: boolean; perSecond: number; pauseSeconds: number; now: () => Date }

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

  return {
    admit(limit) {
      fill()
      if (!isOn || now().getTime() < pausedUntil) return 0
      return Math.min(limit, Math.floor(free))
    },
    spend: (calls) => void (free -= calls),
    pause: () => void (pausedUntil = now().getTime() + pauseSeconds * 1_000),
  }
}
