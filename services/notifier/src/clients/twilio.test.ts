import dns from 'node:dns'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTwilioServer, type TextFault } from '../testing/twilio-server.ts'
import { createTwilio, type Text } from './twilio.ts'

const server = await startTwilioServer()
afterAll(server.close)
beforeEach(() => server.reset())

const connect = ({ apiUrl = server.url, timeoutSeconds = 10 } = {}) =>
  createTwilio({
    apiUrl,
    accountSid: 'AC1',
    authToken: 'token',
    messagingServiceSid: 'MG1',
    statusUrl: (id) => `https://walkon.example/webhooks/twilio?delivery=${id}`,
    timeoutSeconds,
  })

const aText = (to = '+14075550123', body = 'Hi https://walkon.example/t/abc'): Text => ({
  deliveryId: 'd1',
  to,
  body,
  validitySeconds: 600,
  retryOf: null,
})

test('an accepted text has Twilio’s id, expires there, and is told of at the address of its delivery', async () => {
  const answer = await connect().send(aText())

  expect(answer).toEqual({ kind: 'accepted', providerId: server.accepted[0]?.sid })
  expect(server.accepted).toMatchObject([
    { MessagingServiceSid: 'MG1', ValidityPeriod: 600, deliveryId: 'd1' },
  ])
})

test.for(['proxy.internal', 'sandbox.localhost', 'a.proxy.internal', 'twilio'])(
  'a text goes to the host of the setting, here %s, and to no other that the SDK makes of it',
  async (host) => {
    const asked: string[] = []
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      name: string,
      _options: unknown,
      found: (error: null, addresses: dns.LookupAddress[]) => void,
    ) => {
      asked.push(name)
      found(null, [{ address: '127.0.0.1', family: 4 }])
    }) as unknown as typeof dns.lookup)

    const answer = await connect({ apiUrl: server.url.replace('127.0.0.1', host) }).send(aText())

    lookup.mockRestore()
    expect(answer.kind).toBe('accepted')
    expect(asked).toEqual([host])
  },
)

describe('a refusal', () => {
  test.for([
    [21211, 'refused', 'invalid'],
    [21610, 'refused', 'unsubscribed'],
    [21614, 'refused', 'invalid'],
    [21635, 'refused', 'invalid'],
    [21612, 'refused', null],
    [21408, 'refused', null],
    [30004, 'refused', null],
    [30007, 'refused', null],
  ] as const)(
    'with %i is final: the text is %s, and the reason to suppress its number is %s',
    async ([code, kind, suppress]) => {
      server.state.refusalOf = () => code
      expect(await connect().send(aText())).toEqual({ kind, reason: `twilio-${code}`, suppress })
    },
  )

  test.for([20003, 21606, 30034, 30032, 63017])('with %i is our configuration’s', async (code) => {
    server.state.refusalOf = () => code
    expect(await connect().send(aText())).toEqual({ kind: 'misconfigured', reason: `twilio-${code}` })
  })

  test('with a code that we do not know is about its text alone, and an operator should look', async () => {
    server.state.refusalOf = () => 99999
    expect(await connect().send(aText())).toEqual({
      kind: 'refused',
      reason: 'twilio-99999',
      suppress: null,
      isOurFault: true,
    })
  })

  test.for([20429, 21611])('with %i is tried later', async (code) => {
    server.state.refusalOf = () => code
    expect(await connect().send(aText())).toEqual({ kind: 'retry', reason: `twilio-${code}` })
  })
})

describe('a call that fails', () => {
  const cases: [fault: TextFault, kind: string, reason: string][] = [
    ['rate-limited', 'retry', 'twilio-20429'],
    ['unauthorized', 'misconfigured', 'twilio-20003'],
    ['error', 'unclear', 'twilio-20500'],
    ['error-after-accept', 'unclear', 'twilio-20500'],
    ['timeout', 'unclear', 'network-econnaborted'],
    ['reset', 'unclear', 'network-econnreset'],
    ['malformed-after-accept', 'unclear', 'malformed-answer'],
  ]
  test.for(cases)('with the fault %s counts as %s', async ([fault, kind, reason]) => {
    server.state.faultOf = () => fault
    const timeoutSeconds = fault === 'timeout' ? 0.2 : 10
    expect(await connect({ timeoutSeconds }).send(aText())).toEqual({ kind, reason })
    server.breakHanging()
  })

  test('because Twilio was never reached is tried later', async () => {
    expect(await connect({ apiUrl: 'http://127.0.0.1:9' }).send(aText())).toEqual({
      kind: 'retry',
      reason: 'network-econnrefused',
    })
  })
})

describe('a look-up', () => {
  test('finds a text to the number by one of its codes, and no text to another number', async () => {
    const twilio = connect()
    await twilio.send(aText())

    const { sid: providerId } = server.accepted[0]!
    expect(await twilio.find('+14075550123', ['xyz', 'abc'], null)).toEqual({ kind: 'found', providerId })
    expect(await twilio.find('+14075550124', ['abc'], null)).toEqual({ kind: 'absent', shownUntil: null })
  })

  test('that Twilio does not answer rejects', async () => {
    server.state.lookupIsDown = true
    await expect(connect().find('+14075550123', ['abc'], null)).rejects.toThrow('Maintenance')
  })
})

describe('a text in place of one that failed', () => {
  /** A text of which Twilio says this when it is asked. */
  async function afterOne(status: string) {
    const twilio = connect()
    const first = await twilio.send(aText())
    const retryOf = first.kind === 'accepted' ? first.providerId : ''
    server.state.statusOf = () => status
    return { twilio, retryOf }
  }

  test.for(['undelivered', 'failed'])('is sent where Twilio shows the first as %s', async (status) => {
    const { twilio, retryOf } = await afterOne(status)

    const answer = await twilio.send({ ...aText(), retryOf })

    expect(server.accepted).toHaveLength(2)
    expect(answer).toEqual({ kind: 'accepted', providerId: server.accepted[1]?.sid })
  })

  test.for(['sent', 'delivered', 'queued'])(
    'is not sent where Twilio shows the first as %s',
    async (status) => {
      const { twilio, retryOf } = await afterOne(status)

      expect(await twilio.send({ ...aText(), retryOf })).toEqual({ kind: 'accepted', providerId: retryOf })
      expect(server.accepted).toHaveLength(1)
    },
  )

  test('waits while Twilio does not say what became of the first', async () => {
    const { twilio, retryOf } = await afterOne('undelivered')
    server.state.lookupIsDown = true

    expect(await twilio.send({ ...aText(), retryOf })).toMatchObject({ kind: 'retry' })
    expect(server.accepted).toHaveLength(1)
  })

  test('is not taken for the first one by a look-up', async () => {
    const { twilio, retryOf } = await afterOne('undelivered')

    expect(await twilio.find('+14075550123', ['abc'], retryOf)).toMatchObject({ kind: 'absent' })
    await twilio.send({ ...aText(), retryOf })
    expect(await twilio.find('+14075550123', ['abc'], retryOf)).toMatchObject({
      providerId: server.accepted[1]?.sid,
    })
  })
})
