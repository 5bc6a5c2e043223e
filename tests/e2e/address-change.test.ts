import { createHash } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { openManageLink } from '../support/manage-link.ts'
import { findPersonTraces } from '../support/person-traces.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
  tokenInLink,
  type SentMessage,
} from '../support/walkon-client.ts'

const client = createWalkonClient(inject('baseUrl'))
afterAll(client.releasePins)

type Account = Awaited<ReturnType<typeof createAccount>>
type Subscription = { id: string }

test('an account that changes its address takes its alerts along: the next alert goes to the new address once, and old links open nothing', async () => {
  const [oldEmail, newEmail] = [aVisitor('before'), aVisitor('after')]
  const { subscription, oldLink, rides } = await watchTwoRides(oldEmail)
  const [first, second] = rides
  await first.becomeShort()
  await client.nextMessage(oldEmail, names(first.name))

  const account = await createAccount(client, inject('baseUrl'), oldEmail, 'Ada Lovelace')
  const authorization = await changeAddress(account, oldEmail, newEmail)
  const [moved] = await eventually(async () => {
    const found = await listSubscriptions({ authorization })
    return found.length === 1 ? found : undefined
  })
  expect(moved?.id).toBe(subscription.id)

  await second.becomeShort()
  const alert = await client.nextMessage(newEmail, names(second.name))
  await client.polls(subscription.parkId)
  expect((await client.messagesTo(newEmail)).filter(isAlert)).toHaveLength(1)
  expect((await client.messagesTo(oldEmail)).filter(names(second.name))).toEqual([])

  for (const path of ['/api/alerts/subscriptions', '/api/notifications/history'])
    expect((await client.send('GET', path, undefined, oldLink)).status).toBe(401)
  const newLink = { authorization: `Bearer ${tokenInLink(alert, '/manage-alerts')}` }
  expect(await listSubscriptions(newLink)).toHaveLength(1)
  const history = await client.send('GET', '/api/notifications/history', undefined, { authorization })
  expect((history.body as { rideId: string }[]).slice(0, 2)).toMatchObject([
    { rideId: second.rideId },
    { rideId: first.rideId },
  ])

  await deleteAndFindNothing(authorization, [oldEmail, newEmail])
})

const names = (rideName: string) => (message: SentMessage) =>
  isAlert(message) && message.text.includes(rideName)

async function listSubscriptions(headers: { authorization: string }): Promise<Subscription[]> {
  const { body } = await client.send('GET', '/api/alerts/subscriptions', undefined, headers)
  return body as Subscription[]
}

/** Alerts for a day in a park, of two rides that have not been short since before. */
async function watchTwoRides(email: string) {
  const park = await client.parkNamed(/Animal Kingdom/)
  const [first, second] = await threeLongWaits(client, park.id)
  await activateAlerts(client, email, park)
  const { headers, watchOnly } = await openManageLink(client, email)
  const subscription = await watchOnly([first, second])
  return { subscription, oldLink: headers, rides: [first, second] as const }
}

/** Confirms the change from the mails of both addresses. Returns what shows that the account is signed in with the new one. */
async function changeAddress({ auth }: Account, oldEmail: string, newEmail: string): Promise<string> {
  const { error } = await auth.updateUser({ email: newEmail })
  if (error) throw error
  for (const email of [oldEmail, newEmail]) {
    const mail = await client.nextMessage(email, ({ text }) => /type=email_change/.test(text))
    const token = tokenInLink(mail, '/auth/confirm')
    await auth.verifyOtp({ token_hash: token, type: 'email_change' })
  }
  const { data } = await auth.refreshSession()
  expect(data.user?.email).toBe(newEmail)
  return `Bearer ${data.session?.access_token}`
}

/** Tables that keep hashes, so that no link or late event of a former address works. */
const MAY_KEEP_THE_HASH = /\.(ended_links|erased_addresses|outbox)$/

async function deleteAndFindNothing(authorization: string, emails: string[]): Promise<void> {
  const deletion = { password: PASSWORD }
  const answer = await client.send('POST', '/api/identity/account/deletion', deletion, { authorization })
  expect(answer.status).toBe(204)
  const tracesOf = async (...texts: string[]) =>
    Object.keys(await findPersonTraces(inject('dataDir'), ...texts)).filter(
      (table) => !/\.(provider_events|outbox)$/.test(table),
    )
  await eventually(async () => (await tracesOf(...emails)).length === 0)
  const hashes = emails.map((email) => createHash('sha256').update(email).digest('hex'))
  expect((await tracesOf(...hashes)).filter((table) => !MAY_KEEP_THE_HASH.test(table))).toEqual([])
}
