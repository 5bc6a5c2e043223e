import { clientNetwork } from '@walkon/service/client-network'
import { tooManyRequests } from '@walkon/service/errors'
import type { ServerResponse } from 'node:http'
import { whenClosed } from './when-closed.ts'

export type TurnLimits = { name: string; atOnce: number; waiting: number; retryAfterSeconds: number }

type Line = { busy: number; waiting: Set<() => void> }

/**
 * Lets each client network have so many requests under way at one service. Further ones wait in the order of their arrival. The devices of
 * a park's wireless network, which all ask in the second of an alert, are late and not refused.
 */
export function createTurns({ name, atOnce, waiting: mostWaiting, retryAfterSeconds }: TurnLimits) {
  const lines = new Map<string, Line>()

  function leave(key: string, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
    } else if (--line.busy === 0) lines.delete(key)
  }

  return {
    /**
     * Resolves with the end of the turn, which may be called twice; the turn also ends with the response. Throws `too-many-requests`
     * where too many of the network wait already.
     */
    async take(service: string, address: string, response: ServerResponse): Promise<() => void> {
      const key = `${service} ${clientNetwork(address)}`
      const line = lines.get(key) ?? { busy: 0, waiting: new Set() }
      lines.set(key, line)
      if (line.busy >= atOnce) {
        if (line.waiting.size >= mostWaiting) throw tooManyRequests(name, retryAfterSeconds)
        await new Promise<void>((resolve) => line.waiting.add(resolve))
      } else line.busy++

      let isOver = false
      function end(): void {
        if (isOver) return
        isOver = true
        leave(key, line)
      }
      whenClosed(response, end)
      return end
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
