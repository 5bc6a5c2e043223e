import { afterAll, beforeEach, expect, test } from 'vitest'
import { startWebhookReceiver, verified } from '../testing/webhook-receiver.ts'
import { callWebhook, mayBeCalled } from './webhook-receiver.ts'

const receiver = await startWebhookReceiver()
afterAll(receiver.close)
beforeEach(() => receiver.reset())

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OPTIONS = { testOrigins: [receiver.url], timeoutSeconds: 5 }
const aCall = (url = `${receiver.url}/hook`) => ({
  url,
  secret: SECRET,
  id: '0190a000-0000-7000-8000-000000000001',
  body: '{"type":"test","data":{"name":"Köln"}}',
  at: new Date(),
})

test('a message is signed as Standard Webhooks say: a receiver with their library takes it', async () => {
  expect(await callWebhook(aCall(), OPTIONS)).toEqual({ kind: 'delivered' })

  expect(receiver.received.map((message) => verified(message, SECRET))).toEqual([
    { type: 'test', data: { name: 'Köln' } },
  ])
  expect(receiver.received[0]?.headers).toMatchObject({ 'webhook-id': aCall().id })
})

test('a receiver with another secret refuses the message', async () => {
  await callWebhook(aCall(), OPTIONS)

  const [message] = receiver.received
  expect(() => message && verified(message, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toThrow(
    'No matching signature found',
  )
})

test.for([
  [301, false],
  [400, false],
  [404, false],
  [410, true],
  [500, false],
] as const)('status %i fails, and says %s of an address that is gone', async ([status, isGone]) => {
  receiver.state.status = status

  expect(await callWebhook(aCall(), OPTIONS)).toEqual({ kind: 'failed', reason: `http-${status}`, isGone })
})

test('a redirect is not followed', async () => {
  Object.assign(receiver.state, { status: 307, headers: { location: `${receiver.url}/elsewhere` } })

  expect(await callWebhook(aCall(), OPTIONS)).toMatchObject({ reason: 'http-307' })
  expect(receiver.received).toHaveLength(1)
})

test('a connection that breaks is a failure with a code of our own', async () => {
  receiver.state.isDown = true

  expect(await callWebhook(aCall(), OPTIONS)).toMatchObject({ reason: 'network-econnreset' })
})

test('a name that leads to this machine is not called', async () => {
  const { port } = new URL(receiver.url)
  const url = `http://localhost:${port}/hook`
  const byName = { ...OPTIONS, testOrigins: [] }

  expect(await callWebhook({ ...aCall(), url }, byName)).toMatchObject({ reason: 'address-refused' })
  expect(await callWebhook({ ...aCall(), url: 'https://localhost/hook' }, byName)).toMatchObject({
    reason: 'address-refused',
  })
  expect(receiver.received).toEqual([])
})

test.for([
  'http://hooks.example.com/',
  'https://hooks.example.com:8443/',
  'https://ada:secret@hooks.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://8.8.8.8/',
  'ftp://hooks.example.com/',
  'hooks.example.com',
])('%s may not be a webhook', (address) => {
  expect(mayBeCalled(address, [])).toBe(false)
})

test('an https address with a name may be a webhook', () => {
  expect(mayBeCalled('https://hooks.example.com/walkon?key=1', [])).toBe(true)
})
