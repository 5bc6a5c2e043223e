import { http, HttpResponse, type DefaultBodyType } from 'msw'
import { server } from './server.ts'

/** The service worker in a browser with these parts. `listenTo` is an argument, because its types are a worker's and this folder is compiled with a page's. */
export function startWorker(listenTo: (scope: never) => void, parts: object) {
  const listeners = new Map<string, (event: unknown) => void>()
  const scope = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    ...parts,
  }
  listenTo(scope as never)

  /** Until the worker is done with the event. */
  return async (type: string, event: object) => {
    let work: unknown
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
}

type Answer = number | 'no answer' | { tooSoonForSeconds: number }

/** What notifier was told on a route, which answers in turn what it is given. */
export function hear(path: string, answers: Answer[]): DefaultBodyType[] {
  const heard: DefaultBodyType[] = []
  server.use(
    http.post(`*/api/notifications${path}`, async ({ request }) => {
      heard.push(await request.json())
      const answer = answers[Math.min(heard.length, answers.length) - 1] ?? 204
      if (answer === 'no answer') return HttpResponse.error()
      if (typeof answer === 'number') return new HttpResponse(null, { status: answer })
      return new HttpResponse(null, {
        status: 429,
        headers: { 'retry-after': `${answer.tooSoonForSeconds}` },
      })
    }),
  )
  return heard
}
