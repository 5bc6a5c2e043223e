import { clientNetwork } from '@walkon/service/client-network'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import type { ServerResponse } from 'node:http'

const RETRY_AFTER_SECONDS = 30

export type AdmissionLimits = { perNetwork: number; inAll: number }

/** Counts streams from the moment they are asked for, so that many at once do not pass the limit together. */
export function createStreamAdmission({ perNetwork, inAll }: AdmissionLimits) {
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
      if (before >= perNetwork) throw tooManyRequests(RETRY_AFTER_SECONDS)
      if (total >= inAll) {
        throw new AppError('unavailable', 'We are busy for a moment. Please try again.', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        })
      }
      held.set(network, before + 1)
      total++
      response.once('close', () => {
        total--
        const left = (held.get(network) ?? 1) - 1
        if (left > 0) held.set(network, left)
        else held.delete(network)
      })
    },
    count: () => total,
  }
}

export type StreamAdmission = ReturnType<typeof createStreamAdmission>
