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

  /** Until the worker is done with the event. Gives its answer to a request, if it has one. */
  return async (type: string, event: object) => {
    let work: unknown
    let answer: unknown
    listeners.get(type)?.({
      ...event,
      waitUntil: (promise: unknown) => (work = promise),
      respondWith: (promise: unknown) => (answer = promise),
    })
    await work
    return answer
  }
}

function find(files: Map<string, string>, path: string): Response | undefined {
  const text = files.get(path)
  return text === undefined ? undefined : new Response(text)
}

/** A browser's caches, in memory, in the order in which they were opened first. */
export function createCaches() {
  const opened = new Map<string, Map<string, string>>()
  return {
    keys: async () => [...opened.keys()],
    delete: async (name: string) => opened.delete(name),
    match: async (path: string) =>
      [...opened.values()].map((files) => find(files, path)).find((file) => file !== undefined),
    async open(name: string) {
      const files = opened.get(name) ?? new Map<string, string>()
      opened.set(name, files)
      return {
        match: async (path: string) => find(files, path),
        put: async (path: string, response: Response) => void files.set(path, await response.text()),
        add: async (path: string) => void files.set(path, await (await fetch(path)).text()),
      }
    },
    /** Every address that is kept, of all caches; the note of the build that runs is none. */
    addresses: () => [...opened].flatMap(([name, files]) => (name === 'running' ? [] : [...files.keys()])),
  }
}

type Answer = number | 'no answer' | { tooSoonForSeconds: number }

/** Records the bodies posted to notifier on a route, which gives these answers in turn. */
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
