import { createHash } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'

/** A row as the feed writes it. Tests also write invalid ones. */
export type FeedRow = Record<string, unknown>

export type FeedPark = {
  id: string
  name: string
  timezone: string
  children: FeedRow[]
  schedule: FeedRow[]
  live: FeedRow[]
}

export type FeedDestination = { id: string; name: string; slug: string; parks: FeedPark[] }

/** Answers instead of the feed itself. */
export type Misbehaviour = (response: ServerResponse) => void

/** The HTTP interface of ThemeParks.wiki, as far as park-data uses it. */
export async function startFeedServer() {
  const feed = {
    destinations: [] as FeedDestination[],
    /** Requests since the last call. */
    requests: [] as { path: string; status: number; headers: Record<string, unknown> }[],
    /** By the end of the path, as `/live`. */
    misbehaviours: new Map<string, Misbehaviour>(),
    url: '',
    takeRequests: (ending = '') => feed.requests.splice(0).filter(({ path }) => path.endsWith(ending)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    response.once('finish', () =>
      feed.requests.push({ path, status: response.statusCode, headers: request.headers }),
    )
    const misbehave = [...feed.misbehaviours].find(([ending]) => path.endsWith(ending))?.[1]
    if (misbehave) return misbehave(response)
    const body = answer(feed.destinations, path)
    if (!body)
      return response.writeHead(404).end(JSON.stringify({ success: false, error: { type: 'NotFound' } }))
    const text = JSON.stringify(body)
    const etag = `W/"${createHash('sha1').update(text).digest('hex')}"`
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end()
    response.writeHead(200, { 'content-type': 'application/json', etag }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  feed.url = `http://127.0.0.1:${portOf(server)}/v1`
  return feed
}

export function portOf(listening: Server): number {
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening')
  return address.port
}

export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>

function answer(destinations: FeedDestination[], path: string): unknown {
  if (path === '/v1/destinations') {
    return {
      destinations: destinations.map(({ parks, ...rest }) => ({
        ...rest,
        parks: parks.map(({ id, name }) => ({ id, name })),
      })),
    }
  }
  const [, id, kind] = /^\/v1\/entity\/([^/]+)\/(\w+)$/.exec(path) ?? []
  const destination = destinations.find((entry) => entry.id === id)
  if (destination && kind === 'live') {
    return {
      id,
      name: destination.name,
      entityType: 'DESTINATION',
      liveData: destination.parks.flatMap(({ live }) => live),
    }
  }
  const park = destinations.flatMap(({ parks }) => parks).find((entry) => entry.id === id)
  if (!park) return null
  const head = { id, name: park.name, entityType: 'PARK', timezone: park.timezone }
  if (kind === 'children') return { ...head, children: park.children }
  if (kind === 'schedule') return { ...head, schedule: park.schedule }
  return null
}

export const html: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>We will be back</h1>')
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Misbehaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
