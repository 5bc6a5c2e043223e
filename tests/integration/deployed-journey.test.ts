import { SERVICE_NAMES } from '@walkon/contracts/services'
import { startDeployedProduct } from '@walkon/local/deployed-product'
import { readLocalSettings } from '@walkon/local/settings'
import { buildWebApp } from '@walkon/local/web-build'
import { freePort } from '@walkon/postgres/server'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAccount, createAuthClient, PASSWORD } from '../support/accounts.ts'
import { alertByEveryChannel } from '../support/every-channel.ts'
import { findPersonTraces } from '../support/person-traces.ts'
import { QUICK_POLLS } from '../support/quick-polls.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
  tokenInLink,
  type SentMessage,
  type WalkonClient,
} from '../support/walkon-client.ts'

/**
 * The product as it is deployed: a process a service, on real Kafka, Redis and PostgreSQL. Any of the processes may be
 * killed at any moment; what supervises them starts them again, as an orchestrator would.
 */

type Product = Awaited<ReturnType<typeof startDeployedProduct>>

let product: Product
let client: WalkonClient
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkon-deployed-'))
  await buildWebApp(() => {})
  product = await startDeployedProduct({
    settings: readLocalSettings({ ...QUICK_POLLS, DATA_DIR: dataDir, PORT: String(await freePort()) }),
    databaseUrl: inject('databaseUrl'),
    kafkaBrokers: inject('kafkaBrokers'),
    redisUrl: inject('redisUrl'),
    // A doubtful call is looked up soon, so that a mail sent twice would be seen before the test ends.
    serviceEnvironment: {
      PROVIDER_TIMEOUT_SECONDS: '2',
      DELIVERY_LEASE_SECONDS: '3',
      LOOKUP_LEAST_WAIT_SECONDS: '2',
      // Longer than the sandbox's search is behind.
      LOOKUP_WAIT_SECONDS: '8',
    },
    say: () => {},
  })
  client = createWalkonClient(product.url)
}, 420_000)

afterAll(async () => {
  await product?.stop()
  if (!process.env['KEEP']) await rm(dataDir, { recursive: true, force: true })
}, 120_000)

/** Alerts are on for this address, and the ride has a long line. */
async function aRideWithALongLine(email: string) {
  const park = await client.parkNamed(/Magic Kingdom/)
  const ride = await eventually(async () =>
    (await client.board(park.id)).find(({ waitMinutes }) => (waitMinutes ?? 0) > 15),
  )
  await client.pinRide(ride.rideId, { status: 'OPERATING', waitMinutes: 90 })
  await activateAlerts(client, email, park)
  return ride
}

const alertsFor = async (email: string, rideName: string): Promise<SentMessage[]> =>
  (await client.messagesTo(email)).filter((message) => isAlert(message) && message.text.includes(rideName))

test('a ride that becomes short is told by mail, by text and by push', {
  timeout: 240_000,
}, async () => {
  const told = await alertByEveryChannel(client)
  expect(Object.keys(told)).toEqual(['mail', 'text', 'push'])
})

test('a sign-up whose service is killed right after its answer gets its mail, once', {
  timeout: 120_000,
}, async () => {
  const email = aVisitor('signs-up')
  const auth = createAuthClient(product.url)
  expect((await auth.signUp({ email, password: PASSWORD })).error).toBeNull()
  const pid = product.processes['identity']?.pid()
  if (pid) process.kill(pid, 'SIGKILL')

  const mail = await client.nextMessage(email, ({ text }) => text.includes('/auth/confirm'))
  await product.processes['identity']?.ready()
  const token_hash = tokenInLink(mail, '/auth/confirm')
  expect((await auth.verifyOtp({ token_hash, type: 'signup' })).error).toBeNull()
  expect((await auth.refreshSession()).error).toBeNull()
  expect(await client.messagesTo(email)).toHaveLength(1)
})

test('an account that is deleted while the services are killed leaves nothing behind', {
  timeout: 240_000,
}, async () => {
  const email = aVisitor('erased')
  const ride = await aRideWithALongLine(email)
  const account = await createAccount(client, product.url, email, 'Wilhelmina Fullerton')
  const { authorization } = account
  await client.pinRide(ride.rideId, { status: 'OPERATING', waitMinutes: 10 })
  await eventually(async () => (await alertsFor(email, ride.name)).length > 0)
  const own = await eventually(async () => {
    const { status, body } = await client.send('GET', '/api/alerts/subscriptions', undefined, {
      authorization,
    })
    return status === 200 && body
  })
  expect(own).toHaveLength(1)

  const deleted = await client.send(
    'POST',
    '/api/identity/account/deletion',
    { password: PASSWORD },
    { authorization },
  )
  expect(deleted.status).toBe(204)
  for (const victim of SERVICE_NAMES) {
    const pid = product.processes[victim]?.pid()
    if (pid) process.kill(pid, 'SIGKILL')
  }
  await eventually(
    async () => Object.keys(await findPersonTraces(dataDir, email, 'Wilhelmina Fullerton')).length === 0,
  )
})
