import { DEAD_LETTER_TOPIC, TOPICS, type Topic } from '@walkon/contracts/topics'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FOLDER } from './testing/overlay-environment.ts'
import { WORKLOADS } from './workloads.ts'

const readPage = (page: string) => readFileSync(join(FOLDER, '../docs', page), 'utf8').replaceAll(/\s+/g, ' ')
const [capacity, benchmarks, deployment] = ['capacity.md', 'benchmarks.md', 'deployment.md'].map(
  readPage,
) as [string, string, string]
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const topics: Topic[] = Object.values(TOPICS)
const [kept, compacted] = [
  topics.filter(({ cleanup }) => cleanup === 'delete'),
  topics.filter(({ cleanup }) => cleanup === 'compact'),
]
const partitionsOf = (some: Topic[]) => sum(some.map(({ partitions }) => partitions))
const deadLetters = topics.length * DEAD_LETTER_TOPIC.partitions

test('the guide counts the partitions of the topics', () => {
  expect(new Set(kept.map(({ partitions }) => partitions))).toEqual(new Set([12]))
  expect(capacity).toContain(
    `${kept.length} topics have 12 partitions, three compacted ones ${partitionsOf(compacted)} in all, and ` +
      `${topics.length} topics of dead letters one each: ${partitionsOf(topics) + deadLetters} (S`,
  )
})

test.each(['capacity.md', 'deployment.md', 'runbooks/disk-full.md'])(
  '%s adds up what a replica of Kafka may hold at 1 GiB a partition',
  (page) => {
    expect(readPage(page)).toContain(`${partitionsOf(kept) + deadLetters} GiB`)
  },
)

const pods = (name: string) => (name === 'gateway' ? 6 : name === 'notifier' ? 3 : 2)
const gibibytes = (of: 'limit' | 'request') =>
  (sum(WORKLOADS.map(({ name, memory }) => pods(name) * Number.parseInt(memory[of], 10))) / 1024).toFixed(1)

test('the guide adds up the pods of the week, and the memory that the manifests give them', () => {
  expect(new Set(WORKLOADS.map(({ memory }) => memory.limit))).toEqual(new Set(['768Mi']))
  const count = sum(WORKLOADS.map(({ name }) => pods(name)))
  expect(capacity).toContain(`That is ${count} pods.`)
  expect(capacity).toContain(`${count} × 768 MiB = ${gibibytes('limit')} GiB`)
  expect(capacity).toContain(`their requests to ${gibibytes('request')} GiB`)
})

test('the guides add up the connections of the most replicas, and of a release', () => {
  const services = WORKLOADS.filter(({ name }) => name !== 'gateway')
  const most = 7 * sum(services.map(({ replicas }) => replicas.max))
  expect(deployment).toContain(`7 × ${most / 7} = ${most}, and ${services.length} × 7 more`)
  expect(capacity).toContain(
    `the base at its most has ${most}, and ${most + 7 * services.length} while every service rolls out`,
  )
})

const measured = (row: RegExp) => Number(row.exec(benchmarks)?.[1]?.replaceAll(',', ''))

test('the guide reckons with the figures of the benchmarks', () => {
  // The columns are bursts of 10,000, 50,000 and 100,000.
  const largest = (row: string) => measured(new RegExp(`\\| ${row} \\| none \\|(?: [^|]+ \\|){2} ([\\d.,]+)`))
  expect(capacity).toContain(`idle: ${largest('CPU of a mail')} ms in all`)
  const mails = largest('mails a second').toLocaleString('en-US')
  expect(capacity).toContain(`${mails} mails a second at 100,000 when idle`)
  const match = measured(/at 1,000,000 watches, against 1,000 \| [\d.]+ \| ([\d.]+)/)
  expect(capacity).toContain(`a match at 1,000,000 watches costs ${match} times`)
  expect(capacity).toContain(`log: ${measured(/log of a mail \| any \| [\d.]+ kB \| ([\d.]+) kB/)} kB a mail`)
  const signIns = measured(/sign-ins by password a second, one process \| none \| (\d+)/)
  expect(capacity).toContain(`${signIns} sign-ins by password a second and process`)
})

test.each([
  ['notifier', ['TEXTS_PER_SECOND', 'TEXTS_PER_DAY', 'PUSHES_PER_SECOND']],
  ['flights', ['FLIGHT_SEARCHES_PER_DAY']],
  ['planner', ['TABLE_REQUESTS_PER_MINUTE']],
] as const)('the guide has the defaults of %s', (service, names) => {
  const readme = readFileSync(join(FOLDER, '../services', service, 'README.md'), 'utf8')
  for (const name of names) {
    const value = Number(new RegExp(`\\| \`${name}\` \\| (\\d+) `).exec(readme)?.[1])
    expect(capacity).toContain(`\`${name}\` ${value.toLocaleString('en-US')}`)
  }
})
