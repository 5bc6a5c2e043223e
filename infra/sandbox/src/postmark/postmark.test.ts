import { Errors, ServerClient, type Models } from 'postmark'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startSandbox, TOKEN } from '../testing/test-sandbox.ts'

async function start() {
  const sandbox = await startSandbox()
  const options = { requestHost: `127.0.0.1:${sandbox.port}/postmark`, useHttps: false, timeout: 5 }
  return {
    ...sandbox,
    client: new ServerClient(TOKEN, options),
    clientWith: (token: string) => new ServerClient(token, options),
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${sandbox.url}/postmark${path}`, {
        method: 'POST',
        headers: { 'x-postmark-server-token': TOKEN, 'content-type': 'application/json', ...headers },
        body,
      }),
    messages: async (query = '') =>
      z
        .array(z.looseObject({ to: z.string() }))
        .parse(await (await sandbox.control('GET', `/messages${query}`)).json()),
  }
}

const aMail = (to: string, more: Partial<Models.Message> = {}): Models.Message => ({
  From: 'Walkon <alerts@walkon.example>',
  To: to,
  Subject: 'Space Mountain is 10 min',
  TextBody: 'Go.',
  ...more,
})

const refusal = async (sending: Promise<unknown>) => {
  const err = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return err instanceof Errors.PostmarkError
    ? { status: err.statusCode, code: err.code, name: err.name }
    : err
}

describe('sending', () => {
  test('an accepted mail is in the ledger with all that was sent', async () => {
    const { client, messages } = await start()
    const mail = aMail('visitor@example.com', {
      HtmlBody: '<p>Go.</p>',
      Headers: [{ Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' }],
      Metadata: { delivery: 'd-1' },
    })

    const sent = await client.sendEmail(mail)

    expect(sent).toMatchObject({ ErrorCode: 0, Message: 'OK', To: 'visitor@example.com' })
    expect(await messages()).toEqual([
      {
        id: sent.MessageID,
        channel: 'email',
        to: 'visitor@example.com',
        from: 'alerts@walkon.example',
        subject: 'Space Mountain is 10 min',
        text: 'Go.',
        html: '<p>Go.</p>',
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        metadata: { delivery: 'd-1' },
        sentAt: '2026-11-21T17:00:00.000Z',
      },
    ])
  })

  test('each message of a batch has its own answer, and an invalid one does not stop the others', async () => {
    const { client, messages } = await start()
    await client.sendEmail(aMail('gone@bounce.example'))

    const answers = await client.sendEmailBatch([
      aMail('a@example.com'),
      aMail('nobody'),
      aMail('gone@bounce.example'),
    ])

    expect(answers.map((answer) => answer.ErrorCode)).toEqual([0, 300, 406])
    expect((await messages()).map(({ to }) => to)).toEqual(['a@example.com', 'gone@bounce.example'])
  })

  test('the messages are listed newest first, of one address, since an instant', async () => {
    const { client, messages, clock } = await start()
    await client.sendEmail(aMail('one@example.com'))
    clock.now = new Date('2026-11-21T17:00:10Z')
    await client.sendEmailBatch([aMail('two@example.com'), aMail('Somebody <One@Example.com>')])

    expect((await messages()).map(({ to }) => to)).toEqual([
      'One@Example.com',
      'two@example.com',
      'one@example.com',
    ])
    expect(await messages('?to=one@example.com')).toHaveLength(2)
    expect(await messages('?to=one@example.com&since=2026-11-21T17:00:05Z&channel=email')).toHaveLength(1)
    expect(await messages('?limit=1')).toMatchObject([{ to: 'One@Example.com' }])
  })
})

describe('what Postmark refuses', () => {
  const invalid: [name: string, mail: Partial<Models.Message>][] = [
    ['no recipient', { To: '' }],
    ['an address without domain', { To: 'visitor' }],
    ['an address with two dots', { To: 'a..b@example.com' }],
    ['one bad address among good ones', { Cc: 'good@example.com, "Last, First" <bad@>' }],
    [
      'more than 50 recipients',
      { To: Array.from({ length: 51 }, (_, at) => `v${at}@example.com`).join(',') },
    ],
    ['no body', { TextBody: '' }],
    ['a sender that is no address', { From: 'Walkon' }],
    ['metadata with too long a value', { Metadata: { delivery: 'x'.repeat(81) } }],
    ['metadata with too long a name', { Metadata: { ['x'.repeat(21)]: '1' } }],
    [
      'more than 10 fields of metadata',
      { Metadata: Object.fromEntries([...Array(11).keys()].map((key) => [`k${key}`, ''])) },
    ],
    ['too long a subject', { Subject: 'x'.repeat(2001) }],
  ]
  test.for(invalid)('%s', async ([, more]) => {
    const { client, messages } = await start()

    expect(await refusal(client.sendEmail(aMail('visitor@example.com', more)))).toMatchObject({
      status: 422,
      code: 300,
    })
    expect(await messages()).toEqual([])
  })

  test('a wrong or missing token is refused', async () => {
    const { clientWith, url } = await start()

    expect(await refusal(clientWith('wrong').sendEmail(aMail('v@example.com')))).toMatchObject({
      status: 401,
      code: 10,
    })
    const response = await fetch(`${url}/postmark/server`)
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ ErrorCode: 10 }),
    ])
  })

  test('a sender that was never confirmed and an unknown stream are refused', async () => {
    const { client } = await start()

    expect(
      await refusal(client.sendEmail(aMail('v@example.com', { From: 'a@unconfirmed.example' }))),
    ).toMatchObject({ code: 400 })
    expect(
      await refusal(client.sendEmail(aMail('v@example.com', { MessageStream: 'alerts' }))),
    ).toMatchObject({ code: 1235 })
  })

  test('a body that is not JSON, not declared as JSON, or has an unknown field or type is refused', async () => {
    const { post } = await start()
    const codeOf = async (body: string, headers?: Record<string, string>) => {
      const response = await post('/email', body, headers)
      return [
        response.status,
        z
          .object({ ErrorCode: z.int() })
          .loose()
          .parse(await response.json()).ErrorCode,
      ]
    }

    expect(await codeOf('{"From": ')).toEqual([422, 402])
    expect(await codeOf('{}', { 'content-type': 'text/plain' })).toEqual([422, 409])
    expect(await codeOf(JSON.stringify(Object.assign(aMail('v@example.com'), { HTMLBody: 'x' })))).toEqual([
      422, 403,
    ])
    expect(
      await codeOf(JSON.stringify(Object.assign(aMail('v@example.com'), { Metadata: { delivery: 1 } }))),
    ).toEqual([422, 403])
  })

  test('a batch of more than 500 messages is refused as a whole', async () => {
    const { client, messages } = await start()

    const sending = client.sendEmailBatch(Array.from({ length: 501 }, () => aMail('v@example.com')))

    expect(await refusal(sending)).toMatchObject({ status: 422, code: 410 })
    expect(await messages()).toEqual([])
  })
})

describe('looking up', () => {
  test('a mail is found by recipient, tag, metadata and time, and only by what it has', async () => {
    const { client } = await start()
    await client.sendEmail(aMail('other@example.com'))
    const { MessageID } = await client.sendEmail(
      aMail('visitor@example.com', { Tag: 'alert', Metadata: { delivery: 'd-1', attempt: '2' } }),
    )
    const idsFor = async (filter: Record<string, string>) =>
      (await client.getOutboundMessages({ count: 10, offset: 0, ...filter })).Messages.map(
        (each) => each.MessageID,
      )

    expect(await idsFor({ recipient: 'Visitor@example.com' })).toEqual([MessageID])
    expect(await idsFor({ tag: 'alert' })).toEqual([MessageID])
    expect(await idsFor({ metadata_delivery: 'd-1', metadata_attempt: '2' })).toEqual([MessageID])
    expect(await idsFor({ metadata_delivery: 'd-2' })).toEqual([])
    expect(await idsFor({ fromDate: '2026-11-21T12:00:00', toDate: '2026-11-21' })).toHaveLength(2)
    expect(await idsFor({ fromDate: '2026-11-21T12:00:01' })).toEqual([])
    expect(await idsFor({})).toHaveLength(2)
  })

  test('pages are counted from the newest, and the total is of all that was found', async () => {
    const { client } = await start()
    await client.sendEmailBatch([
      aMail('one@example.com'),
      aMail('two@example.com'),
      aMail('three@example.com'),
    ])

    const page = await client.getOutboundMessages({ count: 2, offset: 1 })

    expect(page.TotalCount).toBe(3)
    expect(page.Messages.map(({ Recipients }) => Recipients)).toEqual([
      ['two@example.com'],
      ['one@example.com'],
    ])
  })

  test('a search without count, with too large a page or with an unknown parameter is refused', async () => {
    const { url } = await start()
    const search = async (query: string) =>
      (
        await fetch(`${url}/postmark/messages/outbound${query}`, {
          headers: { 'x-postmark-server-token': TOKEN },
        })
      ).status

    expect(await search('?offset=0')).toBe(422)
    expect(await search('?count=501&offset=0')).toBe(422)
    expect(await search('?count=500&offset=9501')).toBe(422)
    expect(await search('?count=1&offset=0&recipiant=a@example.com')).toBe(422)
    expect(await search('?count=1&offset=0&fromdate=yesterday')).toBe(422)
  })

  test('the details of a mail show its outcome', async () => {
    const { client } = await start()
    const { MessageID } = await client.sendEmail(
      aMail('visitor@example.com', { Metadata: { delivery: 'd-1' } }),
    )

    expect(await client.getOutboundMessageDetails(MessageID)).toMatchObject({
      Metadata: { delivery: 'd-1' },
      TextBody: 'Go.',
      From: '"Walkon" <alerts@walkon.example>',
      MessageEvents: [{ Type: 'Delivered', Recipient: 'visitor@example.com' }],
    })
    expect(await refusal(client.getOutboundMessageDetails('no-such-id'))).toMatchObject({
      status: 422,
      code: 701,
    })
  })
})

describe('addresses that bounce', () => {
  test('a hard bounce makes the address inactive in its stream, until it is activated again', async () => {
    const { client } = await start()
    const { MessageID } = await client.sendEmail(aMail('hardbounce@example.com'))

    const inactive = await refusal(client.sendEmail(aMail('hardbounce@example.com')))
    const { Bounces } = await client.getBounces({ messageID: MessageID })
    const [bounce] = Bounces

    expect(inactive).toMatchObject({ status: 422, code: 406, name: 'InactiveRecipientsError' })
    expect(await client.getBounce(bounce!.ID)).toMatchObject({
      Type: 'HardBounce',
      Inactive: true,
      MessageID,
    })
    expect(
      await client.sendEmail(aMail('hardbounce@example.com', { MessageStream: 'broadcast' })),
    ).toMatchObject({ ErrorCode: 0 })

    await client.activateBounce(bounce!.ID)
    expect(await client.sendEmail(aMail('hardbounce@example.com'))).toMatchObject({ ErrorCode: 0 })
  })

  test('a mail to an active and an inactive address goes to the active one, and says so', async () => {
    const { client, messages } = await start()
    await client.sendEmail(aMail('gone@bounce.example'))

    const { Message } = await client.sendEmail(aMail('gone@bounce.example, here@example.com'))

    expect(Message).toBe('Message OK, but will not deliver to these inactive addresses: gone@bounce.example')
    expect(await messages()).toMatchObject([{ to: 'here@example.com' }, {}])
  })

  test('a soft bounce leaves the address active, a spam complaint does not', async () => {
    const { client } = await start()
    await client.sendEmailBatch([aMail('softbounce@example.com'), aMail('angry@complaint.example')])

    const again = await client.sendEmailBatch([
      aMail('softbounce@example.com'),
      aMail('angry@complaint.example'),
    ])

    expect(again.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 406])
  })

  test('the control address makes any mail bounce', async () => {
    const { client, control } = await start()
    const { MessageID } = await client.sendEmail(aMail('visitor@example.com'))

    expect((await control('POST', `/messages/${MessageID}/bounce`, { type: 'HardBounce' })).status).toBe(202)

    expect(await refusal(client.sendEmail(aMail('visitor@example.com')))).toMatchObject({ code: 406 })
    expect((await control('POST', '/messages/no-such-id/bounce')).status).toBe(404)
  })
})

describe('suppressions', () => {
  test('suppressions can be made, listed and lifted', async () => {
    const { client } = await start()
    const Suppressions = [{ EmailAddress: 'Visitor@example.com' }]

    expect(await client.createSuppressions('outbound', { Suppressions })).toMatchObject({
      Suppressions: [{ Status: 'Suppressed' }],
    })
    expect(await refusal(client.sendEmail(aMail('visitor@example.com')))).toMatchObject({ code: 406 })
    expect(await client.getSuppressions('outbound')).toMatchObject({
      Suppressions: [
        { EmailAddress: 'visitor@example.com', SuppressionReason: 'ManualSuppression', Origin: 'Customer' },
      ],
    })
    expect(await client.getSuppressions('broadcast')).toEqual({ Suppressions: [] })

    expect(await client.deleteSuppressions('outbound', { Suppressions })).toMatchObject({
      Suppressions: [{ Status: 'Deleted' }],
    })
    expect(await client.sendEmail(aMail('visitor@example.com'))).toMatchObject({ ErrorCode: 0 })
  })

  test('a suppression after a spam complaint cannot be lifted', async () => {
    const { client } = await start()
    await client.sendEmail(aMail('angry@complaint.example'))

    const Suppressions = [{ EmailAddress: 'angry@complaint.example' }]
    expect(await client.deleteSuppressions('outbound', { Suppressions })).toMatchObject({
      Suppressions: [{ Status: 'Failed' }],
    })
    expect(await refusal(client.sendEmail(aMail('angry@complaint.example')))).toMatchObject({ code: 406 })
  })
})
