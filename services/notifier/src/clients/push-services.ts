/** Push services; one that refuses our configuration is paused. */
export type PushServices = {
  isPaused(service: string): boolean
  noteAccepted(service: string): void
  /**
   * A device was refused as if our key or subject were wrong. True when so many were that it is taken for that. `isProven` says that the
   * service has taken a push to the device before.
   */
  noteRefused(service: string, device: { owner: string; isProven: boolean }): boolean
}

/** Devices of so many visitors in a row. One browser whose subscription is bound to another key refuses by itself. */
const REFUSED_VISITORS = 5

/**
 * A push service that has refused the devices of several visitors, and accepted none between, is not called for a while. The pushes to it
 * end at once, so that emails can take their place. Other services go on. Each process counts for itself.
 *
 * Once a service has accepted a push, our configuration was right. Only refusals of devices that it has accepted before count against it,
 * because a visitor can add devices bound to another key. The count restarts after a pause.
 */
export function createPushServices({
  pauseSeconds,
  now,
}: {
  pauseSeconds: number
  now: () => Date
}): PushServices {
  const refused = new Map<string, Set<string>>()
  const accepting = new Set<string>()
  const pausedUntil = new Map<string, number>()
  return {
    isPaused: (service) => now().getTime() < (pausedUntil.get(service) ?? 0),
    noteAccepted(service) {
      accepting.add(service)
      refused.delete(service)
    },
    noteRefused(service, { owner, isProven }) {
      if (accepting.has(service) && !isProven) return false
      const owners = refused.get(service) ?? new Set()
      refused.set(service, owners.add(owner))
      if (owners.size < REFUSED_VISITORS) return false
      refused.delete(service)
      pausedUntil.set(service, now().getTime() + pauseSeconds * 1_000)
      return true
    },
  }
}
