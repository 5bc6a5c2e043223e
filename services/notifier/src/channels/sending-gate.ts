/** How many calls of a channel may be made now: no more than its rate, and none where it is switched off. */
export type SendingGate = {
  /** Of so many, how many may be leased. */
  admit(limit: number): number
  /** Milliseconds until a tenth of a second of the rate, or one call, may be leased; null where the channel is switched off. */
  msUntilFree(): number | null
  /** These were leased. */
  spend(calls: number): void
}

export type GateOptions = { isOn: boolean; perSecond: number; now: () => Date }

/** Short, so that what the bucket cannot hold is never lost; long enough that a lease is worth its transaction. */
const A_WHILE_SECONDS = 0.1

/** A bucket that fills with the rate and holds what one second gives. Each process counts for itself. */
export function createSendingGate({ isOn, perSecond, now }: GateOptions): SendingGate {
  let free = perSecond
  let filledAt = now().getTime()

  function fill(): void {
    const present = now().getTime()
    free = Math.min(perSecond, free + (Math.max(0, present - filledAt) / 1_000) * perSecond)
    filledAt = present
  }

  const few = Math.max(1, perSecond * A_WHILE_SECONDS)

  return {
    admit(limit) {
      fill()
      return isOn ? Math.min(limit, Math.floor(free)) : 0
    },
    msUntilFree() {
      fill()
      return isOn ? (Math.max(0, few - free) / perSecond) * 1_000 : null
    },
    spend: (calls) => void (free -= calls),
  }
}
