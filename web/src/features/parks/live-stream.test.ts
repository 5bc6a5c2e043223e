import { PING_MS } from '@walkon/contracts/http/event-stream'
import { liveStreamMessage } from '@walkon/contracts/http/parks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../../test/fake-event-source.ts'
import { aRide, MAGIC_KINGDOM } from '../../test/samples.ts'
import type { Answer } from '../../lib/follow-stream.ts'
import { followBoard } from './live-stream.ts'

const board = { parkId: MAGIC_KINGDOM, readAt: '2026-04-14T18:00:00Z', isStale: false, rides: [aRide()] }

let stop = (): void => undefined
const receive = vi.fn()
const onConnection = vi.fn()

beforeEach(() => {
  FakeEventSource.opened = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.useFakeTimers()
  vi.resetAllMocks()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => stop())

const arrived = { hasArrived: true }

function follow(ask = vi.fn((): Promise<Answer> => Promise.resolve(arrived))) {
  stop = followBoard(MAGIC_KINGDOM, { message: liveStreamMessage, receive, ask, onConnection })
  return ask
}

function stream(): FakeEventSource {
  const last = FakeEventSource.opened.at(-1)
  if (!last) throw new Error('No stream was opened')
  return last
}

/** A stream that is there, and has nothing to tell. */
async function pingFor(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += PING_MS) {
    await vi.advanceTimersByTimeAsync(PING_MS)
    stream().say('ping', {})
  }
}

test('messages of the stream arrive with their kind, and nothing is polled beside it', async () => {
  const poll = follow()
  stream().say('board', board)
  stream().say('rides', { ...board, rides: [] })
  await pingFor(10 * 60_000)
  expect(receive.mock.calls.map(([kind]) => kind)).toEqual(['board', 'rides'])
  expect(onConnection).toHaveBeenLastCalledWith('live')
  expect(poll).not.toHaveBeenCalled()
})

test('a stream that breaks is tried again after 1, 2, 5 and then each 10 seconds, with one poll before each', async () => {
  const poll = follow()
  for (const [index, seconds] of [1, 2, 5, 10, 10].entries()) {
    stream().fail()
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(poll).toHaveBeenCalledTimes(index + 1)
    expect(FakeEventSource.opened).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeEventSource.opened).toHaveLength(index + 2)
  }
})

test('a stream that is back is not bridged any more, and the next break begins anew', async () => {
  const poll = follow()
  stream().fail()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(onConnection).toHaveBeenLastCalledWith('polling')
  stream().say('board', board)
  await pingFor(10 * 60_000)
  expect(poll).toHaveBeenCalledTimes(1)
  expect(onConnection).toHaveBeenLastCalledWith('live')
  stream().fail()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(FakeEventSource.opened).toHaveLength(3)
})

test('a stream that opens and says nothing is given up', async () => {
  const poll = follow()
  await vi.advanceTimersByTimeAsync(8_500)
  expect(stream().isClosed).toBe(true)
  expect(poll).toHaveBeenCalledTimes(1)
})

test('a message of another shape is treated as a broken stream', async () => {
  const poll = follow()
  stream().say('board', '{"rides":"many"}')
  await vi.advanceTimersByTimeAsync(0)
  expect(receive).not.toHaveBeenCalled()
  expect(poll).toHaveBeenCalledTimes(1)
})

test('never is there more than one poll under way', async () => {
  const poll = follow(vi.fn(() => new Promise<Answer>(() => undefined)))
  stream().fail()
  await vi.advanceTimersByTimeAsync(0)
  dispatchEvent(new Event('online'))
  stream().fail()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(poll).toHaveBeenCalledTimes(1)
})

test('a device that comes back online asks at once', () => {
  follow()
  dispatchEvent(new Event('offline'))
  expect(onConnection).toHaveBeenLastCalledWith('offline')
  dispatchEvent(new Event('online'))
  expect(FakeEventSource.opened).toHaveLength(2)
})

test('a board that is left has its stream closed, and nothing is requested again', async () => {
  const poll = follow()
  stream().say('board', board)
  stop()
  expect(stream().isClosed).toBe(true)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
  expect(poll).not.toHaveBeenCalled()
})

test('a stream that misses two pings is lost: the board is asked for, and the stream again', async () => {
  const poll = follow()
  stream().say('board', board)
  await vi.advanceTimersByTimeAsync(2 * PING_MS)
  expect(poll).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(poll).toHaveBeenCalledTimes(1)
  expect(FakeEventSource.opened).toHaveLength(2)
  expect(FakeEventSource.opened[0]?.isClosed).toBe(true)
})

test.for([
  ['visibilitychange', document],
  ['pageshow', window],
] as const)(
  'a page that is seen again (%s) looks whether its stream has missed a ping',
  async ([event, target]) => {
    const ask = follow()
    stream().say('board', board)
    target.dispatchEvent(new Event(event))
    expect(ask).not.toHaveBeenCalled()
    // The clocks of a phone that sleeps stand still, and its time goes on.
    vi.setSystemTime(Date.now() + PING_MS + 6_000)
    target.dispatchEvent(new Event(event))
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(FakeEventSource.opened).toHaveLength(2)
  },
)

test('up to half is added to each pause by chance, and a server that asks for patience is given it', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const ask = vi.fn((): Promise<Answer> => Promise.resolve(arrived))
  follow(ask)
  stream().fail()
  await vi.advanceTimersByTimeAsync(1_499)
  expect(FakeEventSource.opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(FakeEventSource.opened).toHaveLength(2)
  ask.mockResolvedValue({ hasArrived: false, retryAfterMs: 30_000 })
  stream().fail()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(FakeEventSource.opened).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(FakeEventSource.opened).toHaveLength(3)
})
