import { http, HttpResponse } from 'msw'
import { onTestFinished } from 'vitest'
import { refusal } from './samples.ts'
import { server } from './server.ts'

export const FAILURES = {
  'a service that is away': () => refusal('unavailable'),
  'no connection': () => HttpResponse.error(),
} as const

export type FailureName = keyof typeof FAILURES

/** Fails each request whose path matches, before all other handlers. */
export const fail = (path: RegExp, failure: FailureName) => server.use(http.all(path, FAILURES[failure]))

/** Turns of the event loop without a request, after which a page has asked for all that it asks for by itself. */
const QUIET_TURNS = 30

/** How often each address was asked. */
export function countRequests() {
  const counts = new Map<string, number>()
  let lastTurn = 0
  let turn = 0
  const count = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url)
    const key = `${request.method} ${pathname}${search}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    lastTurn = turn
  }
  server.events.on('request:start', count)
  onTestFinished(() => server.events.removeListener('request:start', count))
  return {
    /** The addresses that were asked, with their method. */
    asked: () => [...counts.keys()],
    /** All requests until now. */
    count: () => [...counts.values()].reduce((sum, asked) => sum + asked, 0),
    /** Resolves when the page is quiet, or has asked one address more than `most` times: then with that address. */
    async flooded(most: number): Promise<string[]> {
      const tooMany = () => [...counts].filter(([, asked]) => asked > most).map(([address]) => address)
      while (turn - lastTurn < QUIET_TURNS && tooMany().length === 0) {
        turn += 1
        await new Promise((resolve) => setTimeout(resolve))
      }
      return tooMany()
    },
  }
}
