import postgres from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/walkon-client.ts'
import { runDeadLetters, tellAlertLife } from './operator-commands.ts'
import { HEADING, judge, rowsOf, type News } from './promise.ts'
import { scenarios } from './scenarios.ts'
import { controlServers } from './servers.ts'
import { startAbortable } from './slow-start.ts'
import { startWorld, type World } from './world.ts'

/**
 * The promise under faults: each fall is one alert for each visitor, and each table, return time and fare one mail for who waits for it:
 * none lost, none doubled. The product runs as a process a service on real Kafka, PostgreSQL and Redis; what the provider accepted is
 * counted in its own ledger.
 */

const FALLS_BEFORE_A_FAULT = 4

let world: World
let start: { giveUp(): Promise<void> } | undefined
let servers: Awaited<ReturnType<typeof controlServers>>
type Told = { fault: string; news: News[]; endedAt: Date | null }
const all: Told[] = []

beforeAll(async () => {
  servers = await controlServers()
  const starting = startAbortable(startWorld)
  start = starting
  world = await starting.world
})

afterAll(async () => {
  if (!world) return start?.giveUp()
  const mails = await world.mails().catch(() => [])
  process.stdout.write(`\n${[HEADING, ...rowsOf(all, mails)].join('\n')}\n`)
  await world.stop()
})

test.for(scenarios)(
  'with $fault no alert, table, return time and fare is lost and none is doubled',
  async ({ fault, during, falls: fallsBefore = FALLS_BEFORE_A_FAULT, whenQuiet }) => {
    const told: Told = { fault, news: [], endedAt: null }
    const { news } = told
    all.push(told)
    const { openTable, openReturnTime, openFare, makeRetriesDue } = world.openings
    // What went before, welcome letters too, must not take the fault's hits.
    await world.deliveries.settled()
    const isTold = async () => judge(news, await world.mails()).lost.length === 0
    news.push(...(await world.fall(fallsBefore)), await openTable(), await openReturnTime())
    news.push(await openFare({ isFirst: true }))
    if (whenQuiet) await eventually(isTold)
    const over = during({ world, servers })
    if (!whenQuiet) {
      const [falls, table, fare] = await Promise.all([
        world.fall(1),
        openTable(),
        openFare({ isFirst: false }),
      ])
      news.push(...falls, table, fare)
    }
    await over
    told.endedAt = new Date()
    // Those after the fault are also the later mails by which a doubt ends.
    news.push(...(await world.fall(1)))

    // What never comes is named below.
    await eventually(async () => {
      await makeRetriesDue()
      return isTold()
    }).catch(() => {})
    await world.deliveries.settled().catch(() => {})
    const { lost, doubled } = judge(news, await world.mails())
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })
  },
)

test('after all of it no news were told twice, and what was set aside is the poison alone', async () => {
  const { lost, doubled, expected } = judge(
    all.flatMap(({ news }) => news),
    await world.mails(),
  )
  expect(expected).toBeGreaterThan(0)
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] })

  for (const service of ['alert-evaluator', 'notifier'] as const) {
    const lines = (await runDeadLetters(world, service, 'list')).trim().split('\n')
    expect(lines.at(-1)).toMatch(/^\d+ dead letters of/)
    for (const line of lines.slice(0, -1)) expect(line).toContain('UnreadableMessage')
  }
})

test('an operator sees the poison of a service, and a dry run says that it is still refused', async () => {
  const list = await runDeadLetters(world, 'notifier', 'list')
  const id = list.split(/\s/)[0] ?? ''
  expect(await runDeadLetters(world, 'notifier', 'show', id)).toContain('x-poison')
  await expect(runDeadLetters(world, 'notifier', 'resend', id)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('still refused'),
  })
})

test('the life of an alert is printed by the id of the alert, of its delivery and of its trace, step by step', async () => {
  const { alertId, deliveryId } = await world.deliveries.lastAccepted()
  const life = await tellAlertLife(world, alertId)
  const steps = [
    ' s  read',
    'matched and made',
    'published',
    'queued by email',
    'sent by email',
    'accepted by email',
  ]
  const places = steps.map((step) => life.indexOf(step))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(life).not.toContain('@')

  const trace = /trace ([0-9a-f]{32})/.exec(life)?.[1] ?? ''
  expect(await tellAlertLife(world, deliveryId)).toContain(`alert ${alertId}`)
  expect(await tellAlertLife(world, trace)).toContain(`alert ${alertId}`)
  process.stdout.write(`\n${life}`)
})

test('a record whose handler failed reaches its visitor once, when the fault is mended and the command sends it again', async () => {
  const database = postgres(world.operatorUrl, { max: 1, onnotice: () => {} })
  const mend = () => database`alter table notifier.deliveries drop constraint if exists refused`
  onTestFinished(async () => {
    await mend()
    await database.end()
  })
  const visitor = world.nextToHear()
  const refused = `address <> '${visitor}'`
  await database.unsafe(`alter table notifier.deliveries add constraint refused check (${refused}) not valid`)
  const [falling] = await world.fall(1)
  const ids = await eventually(async () => {
    const lines = (await runDeadLetters(world, 'notifier', 'list')).split('\n')
    const found = lines.filter(
      (line) => line.includes('AlertTriggered') && !line.includes('UnreadableMessage'),
    )
    return found.length > 0 && found.map((line) => line.split(' ')[0] ?? '')
  })
  await mend()

  expect(await runDeadLetters(world, 'notifier', 'resend', ...ids)).toContain('would be applied')
  expect(judge([{ ...falling!, visitors: [visitor] }], await world.mails()).lost).toHaveLength(1)
  expect(await runDeadLetters(world, 'notifier', 'resend', ...ids, '--apply')).toContain(`${ids.length} of`)
  const fall = [{ ...falling!, visitors: [visitor] }]
  await eventually(async () => judge(fall, await world.mails()).lost.length === 0)
  expect(await runDeadLetters(world, 'notifier', 'resend', ...ids, '--apply')).toContain('was applied before')
  await world.deliveries.settled()
  expect(judge(fall, await world.mails())).toMatchObject({ lost: [], doubled: [] })
})
