import { afterEach, expect, test, vi } from 'vitest'
import { createJobLoop, type Job } from './jobs.ts'
import { createLog } from './log.ts'

const HOUR_MS = 3_600_000

const lines: Record<string, unknown>[] = []
const log = createLog(
  { service: 'test', level: 'info' },
  { write: (line) => void lines.push(JSON.parse(line)) },
)

const loops: ReturnType<typeof createJobLoop>[] = []
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
  lines.length = 0
})

/** A loop whose turns a test gives; its pause never ends unless the test says otherwise. */
async function aLoop(run: Job['run'], clock: Partial<Pick<Job, 'intervalMs' | 'retryMs'>> = {}) {
  const turn = vi.fn<Job['run']>(run)
  const loop = createJobLoop({ name: 'tidy-up', intervalMs: HOUR_MS, ...clock, run: turn }, log)
  loops.push(loop)
  await loop.start?.()
  return { turn, wake: loop.wake, stop: loop.stop }
}

test('the first turn comes at the start, and one more after each interval', async () => {
  const { turn } = await aLoop(async () => {}, { intervalMs: 1 })
  await vi.waitFor(() => expect(turn.mock.calls.length).toBeGreaterThan(2))
})

test('a turn that found more work than it did is followed by another at once', async () => {
  const found = [true, true, false]
  const { turn } = await aLoop(async () => found.shift() ?? false)
  await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(3))
})

test('a failure is logged under the name of the job, and the next turn comes all the same', async () => {
  const { turn } = await aLoop(
    async () => {
      throw new Error('the disk is full')
    },
    { intervalMs: 1 },
  )
  await vi.waitFor(() => expect(turn.mock.calls.length).toBeGreaterThan(1))
  expect(lines[0]).toMatchObject({ level: 50, job: 'tidy-up', err: { message: 'the disk is full' } })
})

test('a job that fails in the same way turn after turn is logged once, and once more when it works again', async () => {
  let turns = 0
  await aLoop(
    async () => {
      turns++
      if (turns <= 3) throw new Error('the disk is full')
      if (turns <= 5) throw new Error('the disk is gone')
    },
    { intervalMs: 1 },
  )
  await vi.waitFor(() => expect(turns).toBeGreaterThan(6))
  expect(lines.map(({ msg, failures, err }) => [msg, failures, (err as Error | undefined)?.message])).toEqual(
    [
      ['job failed', 1, 'the disk is full'],
      ['job failed', 4, 'the disk is gone'],
      ['job works again', 5, undefined],
    ],
  )
})

test('a failed turn is followed by the whole interval', async () => {
  const { turn } = await aLoop(() => Promise.reject(new Error('the disk is full')))
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  await new Promise(setImmediate)
  expect(turn).toHaveBeenCalledTimes(1)
})

test('a failed turn is tried again after the pause of a retry, where the job has one', async () => {
  const faults = [new Error('the disk is full')]
  const { turn } = await aLoop(
    async () => {
      const fault = faults.pop()
      if (fault) throw fault
    },
    { retryMs: 1 },
  )
  await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(2))
  await new Promise(setImmediate)
  expect(turn).toHaveBeenCalledTimes(2)
})

test('a turn that left work whose time has not come is followed by the pause of a retry, others by the interval', async () => {
  const left: ('waiting' | false)[] = ['waiting', 'waiting', false]
  const { turn } = await aLoop(async () => left.shift() ?? false, { retryMs: 1 })
  await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(3))
  await new Promise(setImmediate)
  expect(turn).toHaveBeenCalledTimes(3)
})

test('a loop that is woken in its pause takes its next turn at once', async () => {
  const { turn, wake } = await aLoop(async () => {})
  await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(1))
  // The pause begins some microtasks after the turn.
  await new Promise(setImmediate)
  wake()
  await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(2))
})

test('a loop that is woken in a turn takes one more, because the turn may have looked before', async () => {
  let endTurn = () => {}
  const { turn, wake } = await aLoop(() => new Promise<void>((resolve) => (endTurn = resolve)))
  wake()
  wake()
  endTurn()
  await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(2))
  endTurn()
  await new Promise(setImmediate)
  expect(turn).toHaveBeenCalledTimes(2)
})

test('a stop ends the pause', async () => {
  const { turn, stop } = await aLoop(async () => {})
  await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(1))
  await expect(stop()).resolves.toBeUndefined()
})

test('a stop tells the turn that runs, and waits for its end', async () => {
  const steps: string[] = []
  let endTurn = () => {}
  const { stop } = await aLoop(async (signal) => {
    signal.addEventListener('abort', () => steps.push('told'))
    await new Promise<void>((resolve) => (endTurn = resolve))
    steps.push('turn ended')
  })
  const stopping = stop().then(() => steps.push('stopped'))
  await new Promise(setImmediate)
  endTurn()
  await stopping
  expect(steps).toEqual(['told', 'turn ended', 'stopped'])
})

test('no turn begins after a stop, however much work there is', async () => {
  const { turn, stop, wake } = await aLoop(async () => {
    await new Promise(setImmediate)
    return true
  })
  await stop()
  const count = turn.mock.calls.length
  wake()
  await new Promise(setImmediate)
  expect(turn).toHaveBeenCalledTimes(count)
})

test('a turn that ends with its signal is no failure', async () => {
  const { stop } = await aLoop(
    (signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  await stop()
  expect(lines).toEqual([])
})

test('a loop that was never started can be stopped', async () => {
  const loop = createJobLoop({ name: 'tidy-up', intervalMs: HOUR_MS, run: async () => {} }, log)
  await expect(loop.stop()).resolves.toBeUndefined()
})
