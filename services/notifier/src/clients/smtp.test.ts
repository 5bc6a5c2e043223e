import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSmtpServer, type SmtpFault } from '../testing/smtp-server.ts'
import type { Mail } from './postmark.ts'
import { smtpAddress, type SmtpAddress } from './smtp-address.ts'
import { createSmtp, type SmtpOptions } from './smtp.ts'

const server = await startSmtpServer()
const begun: string[] = []

beforeEach(() => {
  server.reset()
  begun.length = 0
})
afterAll(() => server.close())

const clients: { close: () => void }[] = []
afterAll(() => clients.forEach((client) => client.close()))

function createClient(
  address: SmtpAddress = smtpAddress.parse(server.url),
  options: Partial<SmtpOptions> = {},
) {
  const client = createSmtp({
    address,
    from: 'Walkon <alerts@walkon.example>',
    returnPath: undefined,
    domain: 'walkon.example',
    timeoutSeconds: 10,
    connections: 2,
    beginHandOver: async ({ deliveryId }) => void begun.push(deliveryId),
    ...options,
  })
  clients.push(client)
  return client
}

const aMail = (overrides: Partial<Mail> = {}): Mail => ({
  deliveryId: 'd1',
  attemptNo: 1,
  stream: 'alerts',
  calledAt: new Date(),
  to: 'visitor@example.com',
  subject: 'Space Mountain: 10 minutes',
  html: '<p>10 minutes</p>',
  text: '10 minutes',
  tag: 'ride-alerts',
  headers: [{ Name: 'List-Unsubscribe', Value: '<https://walkon.example/u/t>' }],
  ...overrides,
})

test('a mail arrives with its words, its headers and a message id of its delivery', async () => {
  expect(await createClient().send(aMail())).toEqual({ kind: 'accepted', providerId: '<d1@walkon.example>' })

  const [mail] = server.taken
  expect(mail).toMatchObject({
    to: 'visitor@example.com',
    from: 'alerts@walkon.example',
    messageId: '<d1@walkon.example>',
  })
  expect(mail?.message).toContain('Subject: Space Mountain: 10 minutes')
  expect(mail?.message).toContain('List-Unsubscribe: <https://walkon.example/u/t>')
  expect(mail?.message).toContain('Auto-Submitted: auto-generated')
})

test('bounces go to the return path where one is set', async () => {
  await createClient(undefined, { returnPath: 'bounces@walkon.example' }).send(aMail())

  expect(server.taken).toMatchObject([{ from: 'bounces@walkon.example' }])
})

test('a connection is used for many mails', async () => {
  const client = createClient(undefined, { connections: 1 })
  server.state.logins.length = 0
  for (const deliveryId of ['d1', 'd2', 'd3']) await client.send(aMail({ deliveryId }))

  expect(server.taken).toHaveLength(3)
  expect(server.state.logins).toHaveLength(1)
})

const answers: { name: string; fault: SmtpFault; answer: object; isBegun: boolean }[] = [
  {
    name: 'a server that is busy at the recipient is tried again',
    fault: { at: 'recipient', reply: '451 4.7.1 Greylisted' },
    answer: { kind: 'retry', reason: 'smtp-451' },
    isBegun: false,
  },
  {
    name: 'a server that puts the message off is tried again',
    fault: { at: 'data', reply: '452 4.3.1 Too much mail' },
    answer: { kind: 'retry', reason: 'smtp-452' },
    isBegun: true,
  },
  {
    name: 'a mailbox that is not there is not written to again',
    fault: { at: 'recipient', reply: '550 5.1.1 No such user' },
    answer: { kind: 'refused', reason: 'smtp-550', suppress: 'invalid' },
    isBegun: false,
  },
  {
    name: 'a refusal by policy says nothing of the mailbox',
    fault: { at: 'recipient', reply: '554 5.7.1 Relay access denied' },
    answer: { kind: 'refused', reason: 'smtp-554', suppress: null },
    isBegun: false,
  },
  {
    name: 'a message that is refused is refused for good',
    fault: { at: 'data', reply: '554 5.6.0 Message refused' },
    answer: { kind: 'refused', reason: 'smtp-554', suppress: null },
    isBegun: true,
  },
  {
    name: 'a sender that is refused is for the operator to mend',
    fault: { at: 'mail', reply: '553 5.7.1 Sender refused' },
    answer: { kind: 'misconfigured', reason: 'smtp-553' },
    isBegun: false,
  },
  {
    name: 'a connection that ends after the message leaves it in doubt',
    fault: 'drop-after-accept',
    answer: { kind: 'unclear', reason: 'smtp-econnection' },
    isBegun: true,
  },
]

test.each(answers)('$name', async ({ fault, answer, isBegun }) => {
  server.state.faultOf = () => fault

  expect(await createClient().send(aMail())).toEqual(answer)
  expect(begun).toEqual(isBegun ? ['d1'] : [])
})

test('a connection that ends before the message is tried again: not a byte of it was sent', async () => {
  server.state.faultOf = () => 'drop-before-message'

  expect(await createClient().send(aMail())).toMatchObject({ kind: 'retry' })
  expect(begun).toEqual([])
})

test('an answer that does not come leaves the mail in doubt', async () => {
  server.state.faultOf = () => 'hang-after-accept'

  const answer = await createClient(undefined, { timeoutSeconds: 0.3 }).send(aMail())
  expect(answer).toMatchObject({ kind: 'unclear' })
})

test('no byte follows a hand-over that could not be recorded', async () => {
  const client = createClient(undefined, {
    beginHandOver: () => Promise.reject(new Error('The lease is over')),
  })

  expect(await client.send(aMail())).toMatchObject({ kind: 'retry' })
  expect(server.taken).toEqual([])
})

test('a wrong password is for the operator to mend, and in no answer', async () => {
  const address = smtpAddress.parse(server.url.replace('mailbox-password', 'wrong-secret'))

  const answer = await createClient(address).send(aMail())
  expect(answer).toEqual({ kind: 'misconfigured', reason: 'smtp-login' })
})

test('a server elsewhere without TLS gets neither password nor mail', async () => {
  server.state.logins.length = 0
  const answer = await createClient({ ...smtpAddress.parse(server.url), isLoopback: false }).send(aMail())

  expect(answer).toMatchObject({ kind: 'misconfigured' })
  expect(server.state.logins).toEqual([])
  expect(server.taken).toEqual([])
})

test('a certificate that does not verify gets neither password nor mail', async () => {
  // The server brings a self-signed one.
  const sealed = await startSmtpServer({ secure: true })
  const client = createClient({ ...smtpAddress.parse(sealed.url), isTls: true, isLoopback: false })

  expect(await client.send(aMail())).toMatchObject({ kind: 'misconfigured' })
  expect(sealed.taken).toEqual([])
  await sealed.close()
})

test('a mail server that is not there is tried again', async () => {
  const gone = await startSmtpServer()
  await gone.close()

  expect(await createClient(smtpAddress.parse(gone.url)).send(aMail())).toMatchObject({ kind: 'retry' })
})

test.each([
  ['smtps://ada:p%40ss@mail.example.com', { port: 465, isTls: true, auth: { user: 'ada', pass: 'p@ss' } }],
  ['smtp://ada:pass@mail.example.com', { port: 587, isTls: false, isLoopback: false }],
  ['smtp://localhost:25', { port: 25, isLoopback: true, auth: null }],
])('%s is read as it is meant', (text, expected) => {
  expect(smtpAddress.parse(text)).toMatchObject(expected)
})

test.each([
  'https://mail.example.com',
  'mail.example.com:587',
  'smtp://ada@mail.example.com',
  'smtp://ada:100%@mail',
])('an address that is none is refused without its password', (text) => {
  const { error } = smtpAddress.safeParse(text)
  expect(error?.issues[0]?.message).toMatch(/^must be smtps:/)
  expect(JSON.stringify(error)).not.toContain('ada')
})
