import twilio from 'twilio'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startSandbox, temporaryFolder } from '../testing/test-sandbox.ts'
import { startReceiver } from '../testing/webhook-receiver.ts'

const ACCOUNT = {
  accountSid: 'AC00000000000000000000000000000001',
  authToken: 'token-1',
  sender: { number: '+18885550100', messagingServiceSid: 'MG00000000000000000000000000000001' },
}
const PHONE = '+14075550123'

/** A sandbox and the real SDK on it, with an address for its webhooks. */
async function start({ dataDir = temporaryFolder(), handlesKeywords = true, publicUrl = '' } = {}) {
  const receiver = await startReceiver()
  const webhook = new URL('/webhooks/twilio', publicUrl || receiver.url).href
  const sandbox = await startSandbox({
    dataDir,
    now: () => new Date(),
    twilio: { ...ACCOUNT, handlesKeywords },
    twilioWebhookUrl: webhook,
    ...(publicUrl && { productUrl: receiver.url }),
  })
  const client = toClient(sandbox.url, ACCOUNT.authToken)
  const statusCallback = `${webhook}?delivery=d-1`
  return {
    ...sandbox,
    client,
    webhook,
    statusCallback,
    receiver,
    send: (to: string, body = 'Space Mountain is 10 min') =>
      client.messages.create({ to, from: ACCOUNT.sender.number, body, statusCallback }),
    reply: (id: string, text: string) => sandbox.control('POST', `/messages/${id}/replies`, { text }),
    webhooks: () =>
      receiver.received.map(({ body, twilioSignature, path }) => ({
        params: Object.fromEntries(new URLSearchParams(body)),
        signature: twilioSignature,
        url: new URL(path, receiver.url).href,
      })),
  }
}

function toClient(url: string, token: string) {
  const client = twilio(ACCOUNT.accountSid, token)
  client.api.baseUrl = `${url}/twilio`
  return client
}

test('a text is accepted, listed by its number and its time, and fetched by its id', async () => {
  const { send, client, control } = await start()
  const from = new Date(Date.now() - 1_000)
  const { sid, status } = await send(PHONE)
  await send('+14075550124')

  expect([sid.slice(0, 2), status]).toEqual(['SM', 'queued'])
  const list = await client.messages.list({ to: PHONE, dateSentAfter: from })
  expect(list.map((each) => [each.sid, each.body, each.status])).toEqual([
    [sid, 'Space Mountain is 10 min', 'delivered'],
  ])
  expect(await client.messages.list({ to: PHONE, dateSentAfter: new Date(Date.now() + 60_000) })).toEqual([])
  expect(await client.messages(sid).fetch()).toMatchObject({ to: PHONE, direction: 'outbound-api' })
  const ledger = await (await control('GET', '/messages?channel=sms')).json()
  expect(ledger).toMatchObject([
    { channel: 'sms', to: '+14075550124' },
    { id: sid, to: PHONE },
  ])
})

test('a list of many texts is read page by page', async () => {
  const { send, client } = await start()
  for (let sent = 0; sent < 5; sent++) await send(PHONE, `Text ${sent}`)

  const texts = await client.messages.list({ to: PHONE, pageSize: 2 })

  expect(texts.map(({ body }) => body)).toEqual(['Text 4', 'Text 3', 'Text 2', 'Text 1', 'Text 0'])
})

test('a status callback goes to the address of its text, signed so that the SDK believes it', async () => {
  const { send, webhooks, statusCallback } = await start()
  const { sid } = await send(PHONE)

  await vi.waitFor(() => expect(webhooks()).toHaveLength(2))
  for (const { params, signature, url } of webhooks()) {
    expect(params).toMatchObject({ MessageSid: sid, To: PHONE })
    expect(url).toBe(statusCallback)
    expect(twilio.validateRequest(ACCOUNT.authToken, signature, url, params)).toBe(true)
    expect(twilio.validateRequest('another token', signature, url, params)).toBe(false)
    expect(twilio.validateRequest(ACCOUNT.authToken, signature, `${url}&more=1`, params)).toBe(false)
  }
  expect(new Set(webhooks().map(({ params }) => params['MessageStatus']))).toEqual(
    new Set(['sent', 'delivered']),
  )
})

test.for([
  ['+15005550001', 21211],
  ['no number', 21211],
  ['+15005550002', 21612],
  ['+15005550003', 21408],
  ['+15005550004', 21610],
  ['+15005550009', 21614],
] as const)('a text to %s is refused with %i', async ([to, code]) => {
  const { send, control } = await start()

  await expect(send(to)).rejects.toMatchObject({ status: 400, code })
  expect(await (await control('GET', '/messages')).json()).toEqual([])
})

test.for([
  [{ from: '+15005550001' }, 21212],
  [{ from: '+15005550007' }, 21606],
  [{ from: '+15005550008' }, 21611],
  [{ messagingServiceSid: 'MGother' }, 21701],
  [{ body: 'x'.repeat(1_601) }, 21617],
  [{ body: '' }, 21602],
  [{ validityPeriod: 40_000 }, 20001],
  [{ provideFeedback: true }, 20001],
] as const)('a text with %o is refused with %i', async ([wrong, code]) => {
  const { client } = await start()
  const sender = 'messagingServiceSid' in wrong ? {} : { from: ACCOUNT.sender.number }

  await expect(client.messages.create({ to: PHONE, body: 'Hi', ...sender, ...wrong })).rejects.toMatchObject({
    code,
  })
})

test('a wrong token is refused with 401 and 20003, another account with 404 and 20404', async () => {
  const { url, client } = await start()

  await expect(toClient(url, 'wrong').messages.list()).rejects.toMatchObject({ status: 401, code: 20003 })
  await expect(client.api.v2010.accounts('ACother').messages.list()).rejects.toMatchObject({ code: 20404 })
})

test('a number of the undelivered ones is accepted, and reported with its error', async () => {
  const { send, webhooks, client } = await start()
  const { sid } = await send('+15005553005')

  await vi.waitFor(() =>
    expect(webhooks().map(({ params }) => params)).toContainEqual(
      expect.objectContaining({ MessageStatus: 'undelivered', ErrorCode: '30005' }),
    ),
  )
  expect(await client.messages(sid).fetch()).toMatchObject({ status: 'undelivered', errorCode: 30005 })
})

test('a reply of the phone is posted to the product, signed', async () => {
  const { send, reply, webhooks, webhook } = await start()
  const { sid } = await send(PHONE)
  expect((await reply(sid, 'Done')).status).toBe(202)

  const isReply = ({ params }: { params: Record<string, string> }) => params['Body'] === 'Done'
  await vi.waitFor(() => expect(webhooks().find(isReply)).toBeDefined())
  const { params, signature, url } = webhooks().find(isReply)!
  expect(params).toMatchObject({ From: PHONE, To: ACCOUNT.sender.number, SmsStatus: 'received' })
  expect(params).not.toHaveProperty('OptOutType')
  expect(url).toBe(webhook)
  expect(twilio.validateRequest(ACCOUNT.authToken, signature, url, params)).toBe(true)
})

test('STOP is answered by Twilio, blocks every further text, and START lifts that', async () => {
  const { send, reply, webhooks, control } = await start()
  const { sid } = await send(PHONE)

  await reply(sid, ' stop ')
  await expect(send(PHONE)).rejects.toMatchObject({ code: 21610 })
  await reply(sid, 'START')
  await send(PHONE, 'Back again')

  await vi.waitFor(() =>
    expect(webhooks().map(({ params }) => params['OptOutType'])).toEqual(
      expect.arrayContaining(['STOP', 'START']),
    ),
  )
  const page = await (await control('GET', `/inbox/${sid}`)).text()
  expect(page).toContain('You have successfully been unsubscribed')
  expect(page).toContain('You have successfully been re-subscribed')
})

test('with Twilio’s handling off, STOP blocks nothing, has no answer and is told without a type', async () => {
  const { send, reply, webhooks, control } = await start({ handlesKeywords: false })
  const { sid } = await send(PHONE)

  await reply(sid, 'STOP')
  await send(PHONE, 'Still going')

  const isReply = ({ params }: { params: Record<string, string> }) => params['Body'] === 'STOP'
  await vi.waitFor(() => expect(webhooks().find(isReply)).toBeDefined())
  expect(webhooks().find(isReply)?.params).not.toHaveProperty('OptOutType')
  const page = await (await control('GET', `/inbox/${sid}`)).text()
  expect(page).not.toContain('You have successfully been unsubscribed')
})

test('YES is no keyword of Twilio for a number that has not opted out', async () => {
  const { send, reply, webhooks } = await start()
  const { sid } = await send(PHONE)
  await reply(sid, 'YES')

  const isReply = ({ params }: { params: Record<string, string> }) => params['Body'] === 'YES'
  await vi.waitFor(() => expect(webhooks().find(isReply)).toBeDefined())
  expect(webhooks().find(isReply)?.params).not.toHaveProperty('OptOutType')
})

test('an accepted text is in the ledger whatever the caller was told, and a look-up can lag', async () => {
  const { send, client, control } = await start()
  await control('POST', '/faults', { provider: 'twilio', kind: 'error-after-accept', count: 1 })

  await expect(send(PHONE)).rejects.toMatchObject({ status: 500, code: 20500 })
  expect(await client.messages.list({ to: PHONE })).toHaveLength(1)
  await control('POST', '/faults', { provider: 'twilio', kind: 'lookup-lag', count: 1 })
  expect(await client.messages.list({ to: PHONE })).toEqual([])
})

test('only a text can be answered, and only a mail can bounce', async () => {
  const { send, control, reply } = await start()
  const { sid } = await send(PHONE)

  expect((await reply('unknown', 'Hi')).status).toBe(404)
  expect((await reply(sid, ' ')).status).toBe(400)
  const bounce = await control('POST', `/messages/${sid}/bounce`)
  expect(z.object({ code: z.string() }).parse(await bounce.json()).code).toBe('message-is-no-mail')
})

test('where the public address is not reached, webhooks go to another one and are signed for the public one', async () => {
  const { send, reply, webhooks } = await start({ publicUrl: 'https://walkon.example' })
  const { sid } = await send(PHONE)
  await vi.waitFor(() => expect(webhooks()).toHaveLength(2))
  await reply(sid, 'STOP')
  await vi.waitFor(() => expect(webhooks()).toHaveLength(3))

  for (const { params, signature, url } of webhooks()) {
    const { pathname, search } = new URL(url)
    const signed = `https://walkon.example${pathname}${search}`
    expect(twilio.validateRequest(ACCOUNT.authToken, signature, signed, params)).toBe(true)
  }
})
