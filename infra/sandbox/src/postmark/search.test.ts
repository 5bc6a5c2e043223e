import { expect, test } from 'vitest'
import { TOKEN } from '../testing/test-sandbox.ts'
import { aMail, refusalOf, startPostmark } from '../testing/postmark-sandbox.ts'

test('a mail is found by recipient, tag, metadata and time, and only by what it has', async () => {
  const { client } = await startPostmark()
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
  const { client } = await startPostmark()
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
  const { url } = await startPostmark()
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
  const { client } = await startPostmark()
  const { MessageID } = await client.sendEmail(
    aMail('visitor@example.com', { Metadata: { delivery: 'd-1' } }),
  )

  expect(await client.getOutboundMessageDetails(MessageID)).toMatchObject({
    Metadata: { delivery: 'd-1' },
    TextBody: 'Go.',
    From: '"Walkon" <alerts@walkon.example>',
    MessageEvents: [{ Type: 'Delivered', Recipient: 'visitor@example.com' }],
  })
  expect(await refusalOf(client.getOutboundMessageDetails('no-such-id'))).toMatchObject({
    status: 422,
    code: 701,
  })
})
