import type { Models } from 'postmark'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aMail, refusalOf, startPostmark } from '../testing/postmark-sandbox.ts'

const invalid: [name: string, mail: Partial<Models.Message>][] = [
  ['no recipient', { To: '' }],
  ['an address without domain', { To: 'visitor' }],
  ['an address with two dots', { To: 'a..b@example.com' }],
  ['one bad address among good ones', { Cc: 'good@example.com, "Last, First" <bad@>' }],
  ['more than 50 recipients', { To: Array.from({ length: 51 }, (_, at) => `v${at}@example.com`).join(',') }],
  ['no body', { TextBody: '' }],
  ['a sender that is not an address', { From: 'Walkon' }],
  ['metadata with too long a value', { Metadata: { delivery: 'x'.repeat(81) } }],
  ['metadata with too long a name', { Metadata: { ['x'.repeat(21)]: '1' } }],
  [
    'more than 10 fields of metadata',
    { Metadata: Object.fromEntries([...Array(11).keys()].map((key) => [`k${key}`, ''])) },
  ],
  ['too long a subject', { Subject: 'x'.repeat(2001) }],
]
test.for(invalid)('Postmark refuses a mail with %s', async ([, more]) => {
  const { client, messages } = await startPostmark()

  expect(await refusalOf(client.sendEmail(aMail('visitor@example.com', more)))).toMatchObject({
    status: 422,
    code: 300,
  })
  expect(await messages()).toEqual([])
})

test('a wrong or missing token is refused', async () => {
  const { clientWith, url } = await startPostmark()

  expect(await refusalOf(clientWith('wrong').sendEmail(aMail('v@example.com')))).toMatchObject({
    status: 401,
    code: 10,
  })
  const response = await fetch(`${url}/postmark/server`)
  expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ ErrorCode: 10 })])
})

test('a sender that was never confirmed and an unknown stream are refused', async () => {
  const { client } = await startPostmark()

  expect(
    await refusalOf(client.sendEmail(aMail('v@example.com', { From: 'a@unconfirmed.example' }))),
  ).toMatchObject({ code: 400 })
  expect(
    await refusalOf(client.sendEmail(aMail('v@example.com', { MessageStream: 'unknown' }))),
  ).toMatchObject({ code: 1235 })
})

test('a body that is not JSON, not declared as JSON, or has an unknown field or type is refused', async () => {
  const { post } = await startPostmark()
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
  const { client, messages } = await startPostmark()

  const sending = client.sendEmailBatch(Array.from({ length: 501 }, () => aMail('v@example.com')))

  expect(await refusalOf(sending)).toMatchObject({ status: 422, code: 410 })
  expect(await messages()).toEqual([])
})
