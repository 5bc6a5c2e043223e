import { freePort } from '@walkon/postgres/server'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { endGroup, npmStart, type StartedProduct } from '../support/npm-start.ts'
import { parkInTheDay } from '../support/park-in-the-day.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
} from '../support/walkon-client.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function aDataFolder(): Promise<string> {
  const folder = await createDataFolder('start')
  cleanUps.push(() => removeDataFolder(folder))
  return folder
}

async function start(dataDir: string, port: number): Promise<StartedProduct> {
  const product = await npmStart({ dataDir, port })
  cleanUps.push(product.stop)
  return product
}

test('a product that is killed when a ride falls, and started again, sends the alert once', async () => {
  const dataDir = await aDataFolder()
  const port = await freePort()
  const first = await start(dataDir, port)
  const client = createWalkonClient(first.url)
  const park = await client.parkNamed(/Magic Kingdom/)
  const email = aVisitor('survivor')
  const [ride] = await threeLongWaits(client, park.id)
  await activateAlerts(client, email, park)

  await ride.becomeShort()
  await endGroup(first.process, 'SIGKILL')
  await start(dataDir, port)

  const namesRide = (message: { subject: string | null; text: string }) =>
    isAlert(message as never) && message.text.includes(ride.name)
  await client.nextMessage(email, namesRide)
  const board = await client.readAt(park.id)
  await eventually(async () => (await client.readAt(park.id)) > board + 15_000)
  expect((await client.messagesTo(email)).filter(namesRide)).toHaveLength(1)
})

test('the first start gives the parks a past without holding up the page, and the second start imports nothing', async () => {
  const dataDir = await aDataFolder()
  const port = await freePort()
  const first = await start(dataDir, port)
  const client = createWalkonClient(first.url)
  const park = await parkInTheDay(client)
  expect(first.output()).not.toContain('The past is imported')
  const board = await eventually(async () => {
    const rides = await client.board(park.id)
    return rides.some(({ usualMinutes }) => usualMinutes !== null) && rides
  })
  await eventually(async () => first.output().includes('The past is imported'))
  expect(board.filter(({ today }) => today.length > 2).length).toBeGreaterThan(board.length / 2)
  await first.stop()

  const second = await start(dataDir, port)
  expect(second.output()).not.toContain('Importing')
})

test('a second start with the same data folder is refused, and says what to do', async () => {
  const dataDir = await aDataFolder()
  await start(dataDir, await freePort())

  const second = npmStart({ dataDir, port: await freePort() })

  await expect(second).rejects.toThrow(/already running[\s\S]*DATA_DIR/)
})

test('a taken port is refused before anything is started, and another one is offered', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  cleanUps.push(() => new Promise((closed) => other.close(closed)))

  const refused = npmStart({ dataDir: await aDataFolder(), port })

  await expect(refused).rejects.toThrow(new RegExp(`Port ${port} is taken[\\s\\S]*PORT=`))
})

test('an invalid setting is named', async () => {
  const refused = npmStart({
    dataDir: await aDataFolder(),
    port: await freePort(),
    env: { POLL_SECONDS: 'often' },
  })

  await expect(refused).rejects.toThrow(/Invalid environment[\s\S]*POLL_SECONDS/)
})
