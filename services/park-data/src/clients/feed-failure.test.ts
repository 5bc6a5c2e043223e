import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestFeed, type TestFeed } from '../testing/feed-client.ts'
import { html, json, startFeedServer, type Misbehaviour } from '../testing/feed-server.ts'
import { DINER, NOON } from '../testing/sample-feed.ts'

let server: TestFeed['server']
let feed: TestFeed['feed']
let liveRows: TestFeed['liveRows']
let outcomes: TestFeed['outcomes']
let clock: TestFeed['clock']
beforeEach(async () => {
  ;({ server, feed, liveRows, outcomes, clock } = await startTestFeed())
})
afterEach(() => server.close())

const signal = new AbortController().signal

const cutOff: Misbehaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"liveData":[{"id":"b000')
}
const hungUp: Misbehaviour = (response) => {
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    .write('{"liveData":')
  setImmediate(() => response.destroy())
}

describe('an unusable answer', () => {
  const endless: Misbehaviour = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const pour = () => {
      if (response.destroyed) return
      pouredMegabytes++
      response.write(chunk, pour)
    }
    pour()
  }
  let pouredMegabytes = 0

  test.for([
    ['HTML', html, 'unusable'],
    ['half a document', cutOff, 'unusable'],
    ['an empty list', json({ liveData: [] }), 'unusable'],
    [
      'a success with an error inside',
      json({ success: false, error: { message: 'Upstream is away' } }),
      'unusable',
    ],
    ['null', json(null), 'unusable'],
    ['an object in place of the list', json({ liveData: {} }), 'unusable'],
    [
      'rows without any attraction',
      json({ liveData: [{ id: DINER, entityType: 'RESTAURANT' }] }),
      'unusable',
    ],
    ['status 500', json({ error: 'oh' }, 500), 'refused'],
    ['status 404', json({ success: false }, 404), 'refused'],
    ['a connection that breaks off', hungUp, 'unreachable'],
  ] as const)('an answer of %s is a failure of its own kind', async ([, misbehave, kind]) => {
    server.misbehaviours.set('/live', misbehave)
    await expect(liveRows()).rejects.toMatchObject({ name: 'FeedFailure', kind })
    expect(outcomes).toEqual([kind])
    expect(server.takeRequests().length).toBeLessThanOrEqual(1)
  })

  test('an endless answer is not read to its end', async () => {
    server.misbehaviours.set('/live', endless)
    await expect(liveRows()).rejects.toMatchObject({ kind: 'unusable' })
    expect(pouredMegabytes).toBeGreaterThan(8)
    expect(pouredMegabytes).toBeLessThan(32)
  })

  test('an unusable answer does not replace the last good one', async () => {
    const good = await liveRows()
    server.misbehaviours.set('/live', json({ liveData: [] }, 200, { etag: '"bad"' }))
    await expect(liveRows()).rejects.toMatchObject({ kind: 'unusable' })
    server.misbehaviours.clear()
    expect(await liveRows()).toEqual(good)
    expect(outcomes.at(-1)).toBe('not-modified')
  })

  test('a feed that does not answer is unreachable', async () => {
    await server.close()
    await expect(liveRows()).rejects.toMatchObject({ kind: 'unreachable' })
    server = await startFeedServer()
  })
})

describe('a feed that asks us to wait', () => {
  test('a feed that asks for a pause gets no request until the pause is over', async () => {
    server.misbehaviours.set('/live', json({ error: 'Too Many Requests' }, 429, { 'retry-after': '30' }))
    await expect(liveRows()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 30_000 })
    expect(feed.isPaused()).toBe(true)

    const abort = new AbortController()
    const waiting = feed.listDestinations(abort.signal)
    abort.abort()
    await expect(waiting).rejects.toThrow('aborted')
    expect(server.takeRequests('/destinations')).toEqual([])

    clock.now = new Date(NOON.getTime() + 30_000)
    expect(feed.isPaused()).toBe(false)
    await feed.listDestinations(signal)
  })

  test('a feed that asks for a pause without a time gets no request for a minute', async () => {
    server.misbehaviours.set('/live', json({}, 429))
    await expect(liveRows()).rejects.toMatchObject({ retryAfterMs: 60_000 })
  })
})
