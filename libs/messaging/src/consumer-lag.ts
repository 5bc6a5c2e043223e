import type { Job } from '@walkon/service/jobs'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import type { EventLog, PartitionLag } from './event-log.ts'

const MEASURE_EVERY_MS = 15_000

/** Of each partition: enough for two hours at the usual pace; beyond that every second one goes. */
const MOST_SAMPLES = 480

export type LagOptions = {
  group: string
  topics: string[]
  eventLog: Pick<EventLog, 'lag'>
  metrics: Metrics
  now: () => Date
}

/**
 * Measures how far a group is behind each of its topics. Seconds are read from earlier samples: the log was known to end at
 * the group's position at that time. They go on growing while the log cannot be asked.
 */
export function measureLag({ group, topics, eventLog, metrics, now }: LagOptions): Job {
  const histories = new Map<string, History>()
  const messages = new Gauge({
    name: 'consumer_lag_messages',
    help: 'Records of a topic that the group has not acknowledged',
    labelNames: ['group', 'topic'],
    registers: [metrics],
  })
  const seconds = new Gauge({
    name: 'consumer_lag_seconds',
    help: 'For how long the oldest record that is not acknowledged has been in the topic, to the interval of the measurement',
    labelNames: ['group', 'topic'],
    registers: [metrics],
    collect() {
      for (const topic of topics) {
        const known = [...histories].filter(([key]) => key.startsWith(`${topic}/`))
        const ages = known.map(([, history]) => history.ageSeconds(now().getTime()))
        if (ages.length > 0) seconds.set({ group, topic }, Math.max(...ages))
      }
    },
  })

  return {
    name: 'measure-lag',
    intervalMs: MEASURE_EVERY_MS,
    run: async () => {
      const lag = await eventLog.lag(group, topics)
      const atMs = now().getTime()
      for (const [topic, partitions] of Object.entries(lag)) {
        messages.set({ group, topic }, countUnread(partitions))
        for (const partition of partitions) historyOf(`${topic}/${partition.partition}`).add(atMs, partition)
      }
    },
  }

  function historyOf(key: string): History {
    const known = histories.get(key) ?? createHistory()
    histories.set(key, known)
    return known
  }
}

export const countUnread = (partitions: PartitionLag[]): number =>
  partitions.reduce((sum, { nextOffset, endOffset }) => sum + Math.max(0, endOffset - nextOffset), 0)

type History = ReturnType<typeof createHistory>

/** When the log ended where, from the newest sample that the group has read to its end. */
function createHistory() {
  let samples: { atMs: number; endOffset: number }[] = []
  let isBehind = false
  return {
    add(atMs: number, { nextOffset, endOffset }: PartitionLag): void {
      samples.push({ atMs, endOffset })
      isBehind = nextOffset < endOffset
      const read = samples.findLastIndex((sample) => sample.endOffset <= nextOffset)
      if (read > 0) samples = samples.slice(read)
      if (samples.length > MOST_SAMPLES) samples = samples.filter((_, index) => index % 2 === 0)
    },
    /** Since the newest time at which all records were read; from the first sample where there was none. */
    ageSeconds: (nowMs: number): number => (isBehind ? (nowMs - (samples[0]?.atMs ?? nowMs)) / 1_000 : 0),
  }
}
