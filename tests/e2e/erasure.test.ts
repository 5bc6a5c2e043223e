import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { findPersonTraces } from '../support/person-traces.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
} from '../support/walkon-client.ts'

const client = createWalkonClient(inject('baseUrl'))
afterAll(client.releasePins)

const EXPORTS = ['identity', 'billing', 'alerts', 'notifications']

/** What may stand where: the addresses we must never write to again, by their hash; and the news of the deletion itself. */
const MAY_KEEP_THE_HASH = /^notifier\.(suppressions|erased_addresses)$|\.(ended_links|outbox)$/
const MAY_KEEP_THE_ID = /\.(erased_users|outbox)$/

test('nothing is left of a person who deletes their account, but for the hashes of suppressions', async () => {
  const person = { email: aVisitor('erased'), name: 'Wilhelmina Fullerton-Oyelaran' }
  const outsider = { email: aVisitor('stays'), name: 'Bartholomew Outsider' }
  // Before there is an account, so that the address is confirmed by a link of billing too.
  await useEverything(person.email)
  await useEverything(outsider.email)
  const account = await createAccount(client, inject('baseUrl'), person.email, person.name)
  const other = await createAccount(client, inject('baseUrl'), outsider.email, outsider.name)

  for (const service of EXPORTS) {
    const { authorization } = account
    const exported = await client.send('GET', `/api/${service}/export`, undefined, { authorization })
    expect({ service, status: exported.status }).toEqual({ service, status: 200 })
    expect(JSON.stringify(exported.body)).not.toContain(outsider.email)
  }
  expect(await traces(person.email)).not.toEqual({})

  const wrong = await deletion(account.authorization, 'not the password')
  expect(wrong).toMatchObject({ status: 403, body: { code: 'reauthentication-failed' } })
  expect((await deletion(account.authorization, PASSWORD)).status).toBe(204)

  await eventually(async () => Object.keys(await traces(person.email, person.name)).length === 0)
  expect(Object.keys(await traces(account.userId)).filter((table) => !MAY_KEEP_THE_ID.test(table))).toEqual(
    [],
  )
  const hash = createHash('sha256').update(person.email).digest('hex')
  expect(Object.keys(await traces(hash)).filter((table) => !MAY_KEEP_THE_HASH.test(table))).toEqual([])
  expect(await traces(hash)).toMatchObject({ 'notifier.suppressions': 1 })
  const log = await readFile(join(inject('dataDir'), 'walkon.log'), 'utf8')
  for (const secret of [person.email, person.name, hash, PASSWORD]) expect(log).not.toContain(secret)

  expect(
    (await account.auth.signInWithPassword({ email: person.email, password: PASSWORD })).error,
  ).toMatchObject({
    code: 'invalid_credentials',
  })
  const { authorization } = other
  const theirs = await client.send('GET', '/api/alerts/subscriptions', undefined, { authorization })
  expect(theirs.body).toHaveLength(1)
})

const traces = (...texts: string[]) => findPersonTraces(inject('dataDir'), ...texts)

const deletion = (authorization: string, password: string) =>
  client.send('POST', '/api/identity/account/deletion', { password }, { authorization })

/** Alerts for a day, one that was sent, and leaving by the link of its mail. */
async function useEverything(email: string): Promise<void> {
  const park = await client.parkNamed(/EPCOT/)
  await activateAlerts(client, email, park)
  const ride = await eventually(async () =>
    (await client.board(park.id)).find(({ status }) => status === 'OPERATING'),
  )
  await client.pinRide(ride.rideId, { status: 'OPERATING', waitMinutes: 10 })
  const alert = await client.nextMessage(email, isAlert)
  const path = /https?:\/\/[^/\s]+(\/u\/[\w.~-]+)/.exec(alert.text)?.[1] ?? ''
  const left = await client.send('POST', path, 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(left.status).toBe(200)
}
