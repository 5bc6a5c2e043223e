import { createMetrics } from '@walkon/service/metrics'
import { expect, test } from 'vitest'
import { measureLag } from './consumer-lag.ts'
import type { PartitionLag } from './event-log.ts'

const TOPIC = 'billing.passes'

function aMeasuredGroup() {
  const metrics = createMetrics('shop')
  const state = { partitions: [] as PartitionLag[], seconds: 0, isAway: false }
  const job = measureLag({
    group: 'shop',
    topics: [TOPIC],
    eventLog: {
      lag: async () => {
        if (state.isAway) throw new Error('The log is away')
        return { [TOPIC]: state.partitions }
      },
    },
    metrics,
    now: () => new Date(state.seconds * 1_000),
  })
  return {
    state,
    async measureAt(seconds: number, ...partitions: [nextOffset: number, endOffset: number][]) {
      state.seconds = seconds
      state.partitions = partitions.map(([nextOffset, endOffset], partition) => ({
        partition,
        nextOffset,
        endOffset,
      }))
      await job.run(new AbortController().signal)
      return read()
    },
    read,
  }

  async function read() {
    const valueOf = async (name: string) => {
      const line = (await metrics.getSingleMetricAsString(name)).split('\n').at(-1) ?? ''
      return Number(line.split(' ').at(-1))
    }
    return {
      messages: await valueOf('consumer_lag_messages'),
      seconds: await valueOf('consumer_lag_seconds'),
    }
  }
}

test('the lag of a group is the records it has not read, and the time since it had read all', async () => {
  const group = aMeasuredGroup()

  expect(await group.measureAt(0, [5, 5], [0, 0])).toEqual({ messages: 0, seconds: 0 })
  expect(await group.measureAt(3_600, [5, 5], [0, 0])).toEqual({ messages: 0, seconds: 0 })
  expect(await group.measureAt(3_615, [5, 9], [0, 1])).toEqual({ messages: 5, seconds: 15 })
  expect(await group.measureAt(3_630, [5, 20], [1, 1])).toEqual({ messages: 15, seconds: 30 })
  expect(await group.measureAt(3_645, [10, 30], [1, 1])).toEqual({ messages: 20, seconds: 30 })
  expect(await group.measureAt(3_660, [30, 30], [1, 1])).toEqual({ messages: 0, seconds: 0 })
})

test('the seconds grow while the log cannot be asked', async () => {
  const group = aMeasuredGroup()
  await group.measureAt(0, [0, 0])
  await group.measureAt(15, [0, 4])

  group.state.isAway = true
  await expect(group.measureAt(60)).rejects.toThrow('The log is away')

  expect(await group.read()).toEqual({ messages: 4, seconds: 60 })
})
