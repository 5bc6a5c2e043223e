import { SERVICE_NAMES } from '@walkon/contracts/services'
import { setTimeout as after } from 'node:timers/promises'
import { HEADING, judge, toRow, type News } from '../faults/promise.ts'
import { alertsTo, letFall, openParks } from '../support/falling-rides.ts'
import { createWalkonClient, eventually } from '../support/walkon-client.ts'
import { replaceContainer, restartContainer } from './compose.ts'
import { countRequests } from './request-load.ts'

/**
 * A rolling restart of the whole system of docker-compose.yml under load, which must run: `node tests/rollout/rolling-restart.ts`. Each service is
 * replaced as a rollout does it: a second container, ready, then SIGTERM for the first. The gateway, which holds the port, is restarted.
 * Rides fall all the time, and visitors read. Ends with a table and fails when a fall was not one alert for each of its visitors, or
 * when a request failed while a service was replaced.
 */

const URL = 'http://127.0.0.1:8080'
const PARKS = [/Magic Kingdom/, /EPCOT/i, /^Disneyland$/, /Hollywood Studios/]
const FALL_EVERY_MS = 3_000

const client = createWalkonClient(URL)
const rides = await openParks(client, PARKS)
const visitors = new Set(rides.flatMap((ride) => ride.visitors))
const load = countRequests(URL)
const rolled: {
  name: string
  falls: News[]
  seconds: number
  requests: { sent: number; failed: string[] }
}[] = []

for (const name of SERVICE_NAMES) await during(name, () => replaceContainer(name))
await during('gateway', () => restartContainer('gateway'))
await load.stop()

const falls = rolled.flatMap((one) => one.falls)
// What never comes is named below.
await eventually(async () => judge(falls, await alertsTo(client, visitors)).lost.length === 0).catch(() => {})
await after(15_000)
const mails = await alertsTo(client, visitors)

process.stdout.write(
  `${HEADING} ${'replaced'.padStart(9)} ${'requests'.padStart(9)} ${'failed'.padStart(7)}\n`,
)
for (const { name, falls: own, seconds, requests } of rolled) {
  const columns = [
    `${seconds} s`.padStart(9),
    String(requests.sent).padStart(9),
    String(requests.failed.length).padStart(7),
  ]
  process.stdout.write(`${toRow(name, judge(own, mails))} ${columns.join(' ')}\n`)
}
const verdict = judge(falls, mails)
process.stdout.write(`${toRow('in all', verdict)}\n`)
for (const pair of [...verdict.lost, ...verdict.doubled]) process.stdout.write(`Not once: ${pair}\n`)
const failed = rolled.flatMap(({ name, requests }) => requests.failed.map((request) => `${name}: ${request}`))
for (const request of failed) process.stdout.write(`Failed while replaced: ${request}\n`)
// The gateway of this file is alone: who asks while it restarts is refused.
const isKept = failed.every((request) => request.startsWith('gateway: '))
process.exit(verdict.expected > 0 && verdict.lost.length + verdict.doubled.length === 0 && isKept ? 0 : 1)

/** Lets rides fall until a service is replaced, and one more afterwards. */
async function during(name: string, replace: () => Promise<void>): Promise<void> {
  const own: News[] = []
  const began = Date.now()
  load.take()
  const over = new AbortController()
  const replaced = replace().finally(() => over.abort())
  while (!over.signal.aborted) {
    own.push(await fall())
    await after(FALL_EVERY_MS, undefined, { signal: over.signal }).catch(() => {})
  }
  await replaced
  const seconds = Math.round((Date.now() - began) / 1_000)
  own.push(await fall())
  rolled.push({ name, falls: own, seconds, requests: load.take() })
}

function fall(): Promise<News> {
  const ride = rides.shift()
  if (!ride) throw new Error('No ride is left that could fall')
  return letFall(client, ride)
}
