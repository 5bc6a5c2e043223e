import { clientNetwork } from '@walkon/service/client-network'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import type { ServerResponse } from 'node:http'
import { whenClosed } from './when-closed.ts'

export type AdmissionLimits = { name: string; perNetwork: number; inAll?: number; retryAfterSeconds: number }

/** Counts open requests from the moment of the request, so that many at once do not pass the limit together. */
export function createAdmission({ name, perNetwork, inAll = Infinity, retryAfterSeconds }: AdmissionLimits) {
  const held = new Map<string, number>()
  let total = 0

  return {
    /**
     * Holds a place until the response is closed. Throws `too-many-requests` where the client's network holds as many
     * as it may, `unavailable` where the gateway does.
     */
    admit(address: string, response: ServerResponse): void {
      const network = clientNetwork(address)
      const before = held.get(network) ?? 0
      if (before >= perNetwork) throw tooManyRequests(name, retryAfterSeconds)
      if (total >= inAll) {
        throw new AppError('unavailable', 'We are busy for a moment. Please try again.', {
          retryAfterSeconds,
        })
      }
      held.set(network, before + 1)
      total++
      whenClosed(response, () => {
        total--
        const left = (held.get(network) ?? 1) - 1
        if (left > 0) held.set(network, left)
        else held.delete(network)
      })
    },
    count: () => total,
  }
}

export type Admission = ReturnType<typeof createAdmission>
