import { liveStreamMessage } from '@walkon/contracts/http/parks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeEventSource } from '../../test/fake-event-source.ts'
import { aRide, MAGIC_KINGDOM } from '../../test/samples.ts'
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
})
afterEach(() => stop())

function follow(poll = vi.fn(() => Promise.resolve(true))) {
  stop = followBoard(MAGIC_KINGDOM, { message: liveStreamMessage, receive, poll, onConnection })
  return poll
}

function stream(): FakeEventSource {
  const last = FakeEventSource.opened.at(-1)
  if (!last) throw new Error('No stream was opened')
  return last
}

test('messages of the stream arrive with their kind, and nothing is polled beside it', async () => {
  const poll = follow()
  stream().say('board', board)
  stream().say('rides', { ...board, rides: [] })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
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
  await vi.advanceTimersByTimeAsync(10 * 60_000)
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
  const poll = follow(vi.fn(() => new Promise<boolean>(() => undefined)))
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
