import { freePort } from '@walkon/postgres/server'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { endGroup, npmStart, type StartedProduct } from '../support/npm-start.ts'
import { parkInTheDay } from '../support/park-in-the-day.ts'
import { QUICK_POLLS, SHORT_PAST } from '../support/quick-polls.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
  type SentMessage,
} from '../support/walkon-client.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function aDataFolder(): Promise<string> {
  const folder = await createDataFolder('start')
  cleanUps.push(() => removeDataFolder(folder))
  return folder
}

async function start(dataDir: string, port: number): Promise<StartedProduct> {
  const product = await npmStart({ dataDir, port, env: { ...QUICK_POLLS, ...SHORT_PAST } })
  cleanUps.push(product.stop)
  return product
}

/** One product for the file: a start is most of what these tests cost. */
const dataDir = await aDataFolder()
const port = await freePort()
let first: StartedProduct
let saidWhenReady: string
/** The first one until it is killed. */
let running: StartedProduct
beforeAll(async () => {
  first = await start(dataDir, port)
  saidWhenReady = first.output()
  running = first
})

test('a second start with the same data folder is refused, and says what to do', async () => {
  const second = npmStart({ dataDir, port: await freePort() })

  await expect(second).rejects.toThrow(/already running[\s\S]*DATA_DIR/)
})

test('the first start gives the parks a past without holding up the page', async () => {
  const client = createWalkonClient(running.url)
  const park = await parkInTheDay(client)
  expect(saidWhenReady).not.toContain('The past is imported')
  const board = await eventually(async () => {
    const rides = await client.board(park.id)
    return rides.some(({ usualMinutes }) => usualMinutes !== null) && rides
  })
  await eventually(async () => first.output().includes('The past is imported'))
  expect(board.filter(({ today }) => today.length > 2).length).toBeGreaterThan(board.length / 2)
})

test('a product that is killed when a ride falls, and started again, imports nothing and sends the alert once', async () => {
  const client = createWalkonClient(running.url)
  await eventually(async () => first.output().includes('The past is imported'))
  const park = await client.parkNamed(/Magic Kingdom/)
  const email = aVisitor('survivor')
  const [ride] = await threeLongWaits(client, park.id)
  await activateAlerts(client, email, park)

  await ride.becomeShort()
  await endGroup(running.process, 'SIGKILL')
  running = await start(dataDir, port)

  const namesRide = (message: SentMessage) => isAlert(message) && message.text.includes(ride.name)
  await client.nextMessage(email, namesRide)
  await client.polls(park.id)
  expect((await client.messagesTo(email)).filter(namesRide)).toHaveLength(1)
  expect(running.output()).not.toContain('Importing')
})

test('a taken port is refused before anything is started, and another one is offered', async () => {
  const taken = await freePort()
  const other = createServer().listen(taken, '127.0.0.1')
  cleanUps.push(() => new Promise((closed) => other.close(closed)))

  const refused = npmStart({ dataDir: await aDataFolder(), port: taken })

  await expect(refused).rejects.toThrow(new RegExp(`Port ${taken} is taken[\\s\\S]*PORT=`))
})

test('an invalid setting is named', async () => {
  const refused = npmStart({
    dataDir: await aDataFolder(),
    port: await freePort(),
    env: { POLL_SECONDS: 'often' },
  })

  await expect(refused).rejects.toThrow(/Invalid environment[\s\S]*POLL_SECONDS/)
})
