import { toTypographic } from '@walkon/park-data/domain/display-names'
import { existsSync, readFileSync } from 'node:fs'
import { afterEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
} from '../support/walkon-client.ts'

/** Recorded responses of the real feed may not be published, so they are found beside the repository or not at all. */
const RECORDINGS = new URL('../../../shared/data/themeparks/', import.meta.url)
const hasRecordings = existsSync(RECORDINGS)
if (!hasRecordings)
  console.warn('Skipped: there are no recorded responses of the park feed beside this repository.')

const client = createWalkonClient(inject('baseUrl'))
const MAGIC_KINGDOM = '75ea578a-adc8-4116-a54d-dccb60765ef9'

const row = z.object({
  id: z.string(),
  name: z.string(),
  entityType: z.string(),
  status: z.string().optional(),
  queue: z.object({ STANDBY: z.object({ waitTime: z.number().nullish() }).optional() }).optional(),
})
const liveResponse = z.object({ liveData: z.array(row) })

const recording = (name: string) => readFileSync(new URL(name, RECORDINGS), 'utf8')

/** The rule of the specification, written once more and without any of the product's code. Names are compared as they are shown. */
function ridesThatShouldAlert(live: string): string[] {
  return liveResponse
    .parse(JSON.parse(live))
    .liveData.filter(({ entityType, status, queue }) => {
      const wait = queue?.STANDBY?.waitTime ?? 0
      return entityType === 'ATTRACTION' && status === 'OPERATING' && wait > 0 && wait <= 15
    })
    .map(({ name }) => toTypographic(name))
    .toSorted()
}

afterEach(release)

const watchRides = async (name: string) => {
  const email = aVisitor(name)
  await activateAlerts(client, email, { id: MAGIC_KINGDOM, timezone: 'America/New_York' })
  return email
}

test.skipIf(!hasRecordings)('before opening, a recorded park alerts nothing', async () => {
  const live = recording('magic-kingdom_live_closed_2026-04-15.json')
  await serve('live', live, '2026-04-15T11:00:00Z')
  await serve('schedule', recording('magic-kingdom_schedule_2026-04-15.json'), '2026-04-15T11:00:00Z')
  await boardShows(live)

  const email = await watchRides('before-opening')
  await client.polls(MAGIC_KINGDOM)

  expect((await client.messagesTo(email)).filter(isAlert)).toEqual([])
})

test.skipIf(!hasRecordings)(
  'in a recorded open park, exactly the rides at 1 to 15 minutes alert',
  async () => {
    const live = recording('magic-kingdom_live_operating_2026-04-14.json')
    const expected = ridesThatShouldAlert(live)
    expect(expected.length).toBeGreaterThan(3)
    await serve('live', live, '2026-04-14T17:00:00Z')
    await boardShows(live)

    const email = await watchRides('open-park')
    await client.nextMessage(email, isAlert)
    await client.polls(MAGIC_KINGDOM)

    const alerts = (await client.messagesTo(email)).filter(isAlert)
    const named = expected.filter((name) => alerts.some(({ text }) => text.includes(name)))
    expect(named).toEqual(expected)
    const history = await historyOf(email)
    expect(history.toSorted()).toEqual(expected)
  },
)

async function serve(kind: string, body: string, recordedAt: string): Promise<void> {
  const answer = await client.send(
    'PUT',
    `/sandbox/feed/${MAGIC_KINGDOM}/${kind}?recordedAt=${recordedAt}`,
    body,
  )
  expect(answer.status).toBeLessThan(300)
}

async function release(): Promise<void> {
  for (const kind of ['live', 'schedule'])
    await client.send('DELETE', `/sandbox/feed/${MAGIC_KINGDOM}/${kind}`)
}

/** The board is the recording's once it has one of its numbers for every ride that has one. */
async function boardShows(live: string): Promise<void> {
  const waits = new Map(
    liveResponse
      .parse(JSON.parse(live))
      .liveData.filter(({ entityType }) => entityType === 'ATTRACTION')
      .map(({ id, status }) => [id, status]),
  )
  await eventually(async () => {
    const board = await client.board(MAGIC_KINGDOM)
    return board.every(({ rideId, status }) => !waits.has(rideId) || waits.get(rideId) === status)
  })
}

/** Every ride that a message to the address named, by its heading or its rows, is an alert of its own in the mails' texts. */
async function historyOf(email: string): Promise<string[]> {
  const texts = (await client.messagesTo(email)).filter(isAlert).map(({ text }) => text)
  const board = await client.board(MAGIC_KINGDOM)
  return [...new Set(board.map(({ name }) => name))].filter((name) =>
    texts.some((text) => text.includes(name)),
  )
}
