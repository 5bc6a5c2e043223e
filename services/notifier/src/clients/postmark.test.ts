import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startPostmarkServer, type Fault } from '../testing/postmark-server.ts'
import { createPostmark, type Mail } from './postmark.ts'
import { STREAMS } from '../testing/settings.ts'

const server = await startPostmarkServer({ path: '/postmark' })
afterAll(server.close)

beforeEach(() => server.reset())

const connect = (overrides: { apiUrl?: string; from?: string } = {}) =>
  createPostmark({
    apiUrl: server.url,
    serverToken: 'token',
    from: 'Walkon <alerts@walkon.example>',
    streams: STREAMS,
    timeoutSeconds: 0.2,
    ...overrides,
  })

const aMail = (to = 'visitor@example.com', deliveryId = 'd1'): Mail => ({
  deliveryId,
  attemptNo: 1,
  stream: 'alerts',
  calledAt: new Date(),
  to,
  subject: 'Space Mountain is 10 min',
  html: '<p>10</p>',
  text: '10',
  tag: 'ride-alerts',
  headers: [],
})

describe('an answer to one mail of a batch', () => {
  test('is given for each mail, in the order of the mails', async () => {
    const answers = await connect().sendBatch([
      aMail(),
      aMail('inactive@example.com'),
      aMail('invalid@example.com'),
      aMail(),
    ])

    expect(answers).toEqual([
      { kind: 'accepted', providerId: server.ledger.accepted[0]?.id },
      { kind: 'refused', reason: 'postmark-406', suppress: 'bounced' },
      { kind: 'refused', reason: 'postmark-300', suppress: 'invalid' },
      { kind: 'accepted', providerId: server.ledger.accepted[1]?.id },
    ])
  })

  test('a sender that Postmark does not know is our fault, and no recipient’s', async () => {
    expect(await connect({ from: 'alerts@unconfirmed.example' }).sendBatch([aMail()])).toEqual([
      { kind: 'misconfigured', reason: 'postmark-400' },
    ])
  })
})

describe('a call that fails as a whole', () => {
  const cases: { fault: Fault; kind: string; reason: string }[] = [
    { fault: 'rate-limited', kind: 'retry', reason: 'postmark-429' },
    { fault: 'unauthorized', kind: 'misconfigured', reason: 'postmark-10' },
    { fault: 'error', kind: 'unclear', reason: 'http-500' },
    { fault: 'timeout', kind: 'unclear', reason: 'network-timeout' },
    { fault: 'reset', kind: 'unclear', reason: 'network-econnreset' },
    { fault: 'malformed-after-accept', kind: 'unclear', reason: 'malformed-answer' },
    { fault: 'short-after-accept', kind: 'unclear', reason: 'malformed-answer' },
    { fault: 'truncated-after-accept', kind: 'unclear', reason: 'connection-lost' },
  ]
  test.for(cases)('with the fault $fault counts every mail as $kind', async ({ fault, kind, reason }) => {
    server.state.faultOf = () => fault
    expect(await connect().sendBatch([aMail(), aMail()])).toEqual([
      { kind, reason },
      { kind, reason },
    ])
  })

  test('a mail whose connection is refused is certainly not sent', async () => {
    const closed = await startPostmarkServer()
    await closed.close()
    expect(await connect({ apiUrl: closed.url }).sendBatch([aMail()])).toEqual([
      { kind: 'retry', reason: 'network-econnrefused' },
    ])
  })

  test('a mail is certainly not sent where the name of Postmark does not resolve', async () => {
    const [answer] = await connect({ apiUrl: 'http://postmark.invalid' }).sendBatch([aMail()])
    expect(answer?.kind).toBe('retry')
  })
})
