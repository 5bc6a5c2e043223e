import { mailList } from '@walkon/contracts/values'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPostmark } from '../clients/postmark.ts'
import type { LeasedDelivery } from '../db/deliveries/leases.ts'
import type { DeliveryContent } from '../domain/content.ts'
import { aLetter, anAlertsLetter } from '../testing/letters.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { createEmailChannel } from './email.ts'
import { createPostmarkMailer } from './postmark-mailer.ts'
import { createListLinks } from './list-links.ts'
import { STREAMS } from '../testing/settings.ts'

const server = await startPostmarkServer()
afterAll(server.close)
beforeEach(() => server.reset())

const keys = [new Uint8Array(randomBytes(32))]
const channel = createEmailChannel({
  mailer: createPostmarkMailer(
    createPostmark({
      apiUrl: server.url,
      serverToken: 'token',
      from: 'alerts@walkon.example',
      streams: STREAMS,
      timeoutSeconds: 1,
    }),
    { absentSeconds: 15 },
  ),
  site: {
    publicUrl: 'https://walkon.example',
    postalAddress: 'Walkon, 100 Example Street, Orlando, FL 32801',
  },
  manageTokens: createSealedTokens('manage', keys),
  listLinks: createListLinks(keys),
  now: () => new Date(),
})

const aDelivery = (content: DeliveryContent): LeasedDelivery => ({
  id: randomUUID(),
  address: 'visitor@example.com',
  email: 'visitor@example.com',
  content,
  source: content.kind === 'letter' ? 'notification' : 'alert',
  attemptNo: 1,
  calledAt: new Date().toISOString(),
  expiresAt: '2099-01-01T00:00:00Z',
  list: null,
  stoppedBy: null,
  device: null,
  retryOf: null,
  reference: '7K3F9QPM',
  requestedAt: new Date().toISOString(),
})

test('a letter that was asked for carries no unsubscribe header: it is not one of a series', async () => {
  await channel.send([await channel.write(aDelivery(aLetter()))])

  expect(server.ledger.accepted).toMatchObject([{ tag: 'sign-in', headers: {} }])
})

test('a mail says when it was leased, by the clock that doubts are counted by', async () => {
  const calledAt = '2026-04-14T12:00:00.123Z'
  await channel.send([await channel.write({ ...aDelivery(aLetter()), calledAt })])

  expect(server.ledger.accepted).toMatchObject([
    { metadata: { called_at: calledAt, lane_8: '3', lane_64: '59' } },
  ])
})

test('a letter of the alerts carries the headers of one-click unsubscribing', async () => {
  await channel.send([await channel.write(aDelivery(anAlertsLetter()))])

  expect(server.ledger.accepted).toMatchObject([
    {
      tag: 'alerts-activated',
      headers: {
        'List-Unsubscribe': expect.stringMatching(/^<https:\/\/walkon\.example\/u\/[^>?]+>$/),
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    },
  ])
})

test('what an earlier release queued cannot be written, and its words stay out of the error', async () => {
  const old = { kind: 'sign-in', path: '/auth/confirm?token=secret', code: '048291' }

  await expect(channel.write(aDelivery(old as unknown as DeliveryContent))).rejects.toThrow(
    /^No mail is written for a delivery of kind sign-in$/,
  )
})

test('the manage link of a mail speaks for the visitor who had the address when the mail was requested', async () => {
  const requestedAt = '2026-04-14T12:00:00.000Z'

  const { text } = await channel.write({ ...aDelivery(anAlertsLetter()), requestedAt })

  const token = /manage-alerts\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
  expect(await createSealedTokens('manage', keys).open(token, new Date())).toEqual({
    email: 'visitor@example.com',
    knownAt: new Date(requestedAt),
  })
})

test.for(mailList.options)(
  'one click on a letter of %s leaves that list, and the link in its words does too',
  async (list) => {
    await channel.send([await channel.write({ ...aDelivery(aLetter()), list })])

    const [mail] = server.ledger.accepted
    const header = /^<https:\/\/walkon\.example\/u\/([^>?]+)>$/.exec(
      mail?.headers['List-Unsubscribe'] ?? '',
    )?.[1]
    const { text } = await channel.write({ ...aDelivery(aLetter()), list })
    const inWords = /Unsubscribe: https:\/\/walkon\.example\/u\/([\w.-]+)/.exec(text)?.[1]
    for (const token of [header, inWords])
      expect(await createListLinks(keys).open(token ?? '', new Date())).toMatchObject({
        list,
        email: 'visitor@example.com',
      })
  },
)

test.for([
  ['flights', 'flights'],
  ['newsletter', 'broadcast'],
  [null, 'outbound'],
] as const)('a letter of the list %s goes through the stream %s', async ([list, stream]) => {
  await channel.send([await channel.write({ ...aDelivery(aLetter()), list })])

  expect(server.ledger.accepted).toMatchObject([{ stream }])
})

test('a letter of another list has no manage key beside the key that leaves it', async () => {
  const { text } = await channel.write({ ...aDelivery(aLetter()), list: 'flights' })

  expect(text).not.toContain('token=ey')
})
