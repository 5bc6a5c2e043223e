import { ServerClient } from 'postmark'
import { expect, test, vi } from 'vitest'
import { startReceiver } from '../testing/webhook-receiver.ts'
import { startSandbox, temporaryFolder, TOKEN } from '../testing/test-sandbox.ts'

async function start(url: string, dataDir = temporaryFolder()) {
  const sandbox = await startSandbox({
    dataDir,
    now: () => new Date(),
    postmarkWebhook: { url, username: 'postmark', password: 'secret' },
    webhookRetryDelaysMs: [10, 10, 10],
  })
  const client = new ServerClient(TOKEN, {
    requestHost: `127.0.0.1:${sandbox.port}/postmark`,
    useHttps: false,
  })
  const send = (To: string) =>
    client.sendEmail({
      From: 'a@walkon.example',
      To,
      Subject: 'Hi',
      TextBody: 'Hi',
      Tag: 'alert',
      Metadata: { delivery: 'd-1' },
    })
  return { ...sandbox, client, send }
}

test('a delivery webhook carries the basic auth of the product and the metadata of the mail', async () => {
  const { url, received, records } = await startReceiver()
  const { send } = await start(url)

  const { MessageID } = await send('visitor@example.com')

  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(received[0]).toMatchObject({
    authorization: `Basic ${Buffer.from('postmark:secret').toString('base64')}`,
    contentType: 'application/json',
  })
  expect(records()).toMatchObject([
    {
      RecordType: 'Delivery',
      MessageID,
      Recipient: 'visitor@example.com',
      Tag: 'alert',
      Metadata: { delivery: 'd-1' },
    },
  ])
})

test('a hard bounce sends a bounce webhook, which can be looked up, and a subscription change', async () => {
  const { url, received, records } = await startReceiver()
  const { send, client } = await start(url)

  await send('gone@bounce.example')

  await vi.waitFor(() => expect(received).toHaveLength(2))
  const bounce = records().find(({ RecordType }) => RecordType === 'Bounce')
  expect(bounce).toMatchObject({
    Type: 'HardBounce',
    TypeCode: 1,
    Email: 'gone@bounce.example',
    Inactive: true,
    Metadata: { delivery: 'd-1' },
  })
  expect(await client.getBounce(Number(bounce?.['ID']))).toMatchObject({ Email: 'gone@bounce.example' })
  expect(records()).toContainEqual(
    expect.objectContaining({
      RecordType: 'SubscriptionChange',
      SuppressSending: true,
      SuppressionReason: 'HardBounce',
    }),
  )
})

test('a complaint from the inbox sends its webhook after that of the delivery', async () => {
  const { url, received, records } = await startReceiver()
  const { send, control } = await start(url)
  const { MessageID } = await send('visitor@example.com')
  await vi.waitFor(() => expect(received).toHaveLength(1))

  await control('POST', `/messages/${MessageID}/complaint`)

  await vi.waitFor(() => expect(received).toHaveLength(3))
  expect(new Set(records().map(({ RecordType }) => RecordType))).toEqual(
    new Set(['Delivery', 'SpamComplaint', 'SubscriptionChange']),
  )
})

test('activating a bounce says by webhook that the address is written to again', async () => {
  const { url, received, records } = await startReceiver()
  const { send, client } = await start(url)
  await send('gone@bounce.example')
  await vi.waitFor(() => expect(received).toHaveLength(2))

  const bounce = records().find(({ RecordType }) => RecordType === 'Bounce')
  await client.activateBounce(Number(bounce?.['ID']))

  await vi.waitFor(() => expect(received).toHaveLength(3))
  expect(records()).toContainEqual(
    expect.objectContaining({
      RecordType: 'SubscriptionChange',
      SuppressSending: false,
      SuppressionReason: null,
      MessageStream: 'outbound',
    }),
  )
})

test('a webhook that is not accepted is sent again', async () => {
  const { url, received } = await startReceiver(500, 401)
  const { send } = await start(url)

  await send('visitor@example.com')

  await vi.waitFor(() => expect(received).toHaveLength(3))
  expect(new Set(received.map(({ body }) => body))).toHaveLength(1)
})

test('a webhook answered with 403 is not sent again', async () => {
  const { url, received, records } = await startReceiver(403)
  const { send } = await start(url)

  await send('first@example.com')
  await vi.waitFor(() => expect(received).toHaveLength(1))
  await send('second@example.com')

  await vi.waitFor(() => expect(received).toHaveLength(2))
  expect(records().map(({ Recipient }) => Recipient)).toEqual(['first@example.com', 'second@example.com'])
})

test('a queued webhook is sent after a restart', async () => {
  const dataDir = temporaryFolder()
  const { url, records } = await startReceiver()
  const first = await start(url, dataDir)
  await first.send('visitor@example.com')
  await first.stop()

  await start(url, dataDir)

  await vi.waitFor(() =>
    expect(records()).toContainEqual(expect.objectContaining({ Recipient: 'visitor@example.com' })),
  )
})
