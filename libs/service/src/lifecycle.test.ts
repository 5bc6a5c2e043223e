import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runProcess, startParts, type Part } from './lifecycle.ts'
import { createLog } from './log.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(() => new Promise(() => {})) }))

const lines: Record<string, unknown>[] = []
const log = createLog(
  { service: 'test', level: 'info' },
  { write: (line) => void lines.push(JSON.parse(line)) },
)
const messages = () => lines.map(({ msg }) => msg)
beforeEach(() => void lines.splice(0))

/** Parts that note their calls. */
function createRecorder() {
  const calls: string[] = []
  const part = (name: string, faults: { start?: Error; stop?: Error } = {}): Part => ({
    name,
    start: async () => {
      calls.push(`start ${name}`)
      if (faults.start) throw faults.start
    },
    stop: async () => {
      calls.push(`stop ${name}`)
      if (faults.stop) throw faults.stop
    },
  })
  return { calls, part }
}

describe('startParts', () => {
  test('parts start in order, each after the one before has started', async () => {
    const { calls, part } = createRecorder()
    const slow = Promise.withResolvers<void>()
    const starting = startParts(
      [{ name: 'slow', start: () => slow.promise, stop: async () => {} }, part('next')],
      log,
    )

    await Promise.resolve()
    expect(calls).toEqual([])
    slow.resolve()
    await starting

    expect(calls).toEqual(['start next'])
  })

  test('parts stop in reverse, each after the one behind it has stopped', async () => {
    const { calls, part } = createRecorder()
    const slow = Promise.withResolvers<void>()
    const stop = await startParts(
      [part('database'), part('consumer'), { name: 'slow', stop: () => slow.promise }],
      log,
    )
    calls.splice(0)

    const stopping = stop()
    await Promise.resolve()
    expect(calls).toEqual([])
    slow.resolve()
    await stopping

    expect(calls).toEqual(['stop consumer', 'stop database'])
  })

  test('a start that fails stops what had begun, the failed part included, and throws', async () => {
    const { calls, part } = createRecorder()
    const parts = [part('database'), part('consumer', { start: new Error('no broker') }), part('http')]

    await expect(startParts(parts, log)).rejects.toThrow('no broker')

    expect(calls).toEqual(['start database', 'start consumer', 'stop consumer', 'stop database'])
  })

  test('a part that does not stop cleanly is logged and does not keep the others from stopping', async () => {
    const { calls, part } = createRecorder()
    const stop = await startParts([part('database'), part('consumer', { stop: new Error('stuck') })], log)

    await stop()

    expect(calls.slice(-2)).toEqual(['stop consumer', 'stop database'])
    expect(lines).toMatchObject([{ part: 'consumer', msg: 'did not stop cleanly' }])
  })

  test('parts are stopped once, however often it is asked for', async () => {
    const { calls, part } = createRecorder()
    const stop = await startParts([part('database')], log)

    await Promise.all([stop(), stop()])
    await stop()

    expect(calls).toEqual(['start database', 'stop database'])
  })
})

describe('runProcess', () => {
  const exit = vi
    .spyOn(process, 'exit')
    .mockImplementation((() => undefined) as unknown as typeof process.exit)
  const on = vi.spyOn(process, 'on').mockReturnThis()
  afterEach(() => {
    exit.mockClear()
    on.mockClear()
    vi.mocked(after).mockClear()
  })

  /** Sends a signal as the operating system does, to the handlers of the last `runProcess` alone. */
  function send(signal: NodeJS.Signals): void {
    const listeners = on.mock.calls.filter(([name]) => name === signal)
    for (const [, listener] of listeners) (listener as (received: NodeJS.Signals) => void)(signal)
  }

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s stops the parts and ends the process well',
    async (signal) => {
      const { calls, part } = createRecorder()
      await runProcess([part('database'), part('http')], log)

      send(signal)
      await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0))

      expect(calls).toEqual(['start database', 'start http', 'stop http', 'stop database'])
      expect(messages()).toEqual(['started', 'stopping'])
    },
  )

  test('a second signal while the parts stop changes nothing', async () => {
    const { calls, part } = createRecorder()
    await runProcess([part('database')], log)

    send('SIGTERM')
    send('SIGINT')
    await vi.waitFor(() => expect(exit).toHaveBeenCalled())

    expect(exit.mock.calls).toEqual([[0]])
    expect(calls).toEqual(['start database', 'stop database'])
  })

  test('a start that fails ends the process with an error', async () => {
    const { calls, part } = createRecorder()

    await runProcess([part('database'), part('consumer', { start: new Error('no broker') })], log)

    expect(exit.mock.calls).toEqual([[1]])
    expect(calls.slice(-2)).toEqual(['stop consumer', 'stop database'])
    expect(messages()).toEqual(['could not start'])
  })

  test('a stop that hangs ends the process at the deadline', async () => {
    const deadline = Promise.withResolvers<undefined>()
    vi.mocked(after).mockReturnValueOnce(deadline.promise)
    await runProcess([{ name: 'stuck', stop: () => new Promise(() => {}) }], log)

    send('SIGTERM')
    expect(exit).not.toHaveBeenCalled()
    deadline.resolve(undefined)

    await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(1))
    expect(after).toHaveBeenCalledWith(20_000, undefined, { ref: false })
  })

  test('a signal during a start that hangs ends the process at once', async () => {
    void runProcess([{ name: 'stuck', start: () => new Promise(() => {}), stop: async () => {} }], log)

    send('SIGTERM')

    await vi.waitFor(() => expect(exit).toHaveBeenCalledWith(0))
  })
})
