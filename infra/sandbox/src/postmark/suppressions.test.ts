import { Models } from 'postmark'
import { expect, test } from 'vitest'
import { aMail, refusalOf, startPostmark } from '../testing/postmark-sandbox.ts'

test('suppressions can be made, listed and lifted', async () => {
  const { client } = await startPostmark()
  const Suppressions = [{ EmailAddress: 'Visitor@example.com' }]

  expect(await client.createSuppressions('outbound', { Suppressions })).toMatchObject({
    Suppressions: [{ Status: 'Suppressed' }],
  })
  expect(await refusalOf(client.sendEmail(aMail('visitor@example.com')))).toMatchObject({ code: 406 })
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
  const { client } = await startPostmark()
  await client.sendEmail(aMail('angry@complaint.example'))

  const Suppressions = [{ EmailAddress: 'angry@complaint.example' }]
  expect(await client.deleteSuppressions('outbound', { Suppressions })).toMatchObject({
    Suppressions: [{ Status: 'Failed' }],
  })
  expect(await refusalOf(client.sendEmail(aMail('angry@complaint.example')))).toMatchObject({ code: 406 })
})

test('a complaint on one stream does not end the mails of another', async () => {
  const { client } = await startPostmark()
  await client.sendEmail(aMail('angry@complaint.example', { MessageStream: 'alerts' }))

  expect(
    await refusalOf(client.sendEmail(aMail('angry@complaint.example', { MessageStream: 'alerts' }))),
  ).toMatchObject({ code: 406 })
  expect(await client.getSuppressions('alerts')).toMatchObject({
    Suppressions: [{ SuppressionReason: 'SpamComplaint', Origin: 'Recipient' }],
  })
  expect(await client.getSuppressions('outbound')).toEqual({ Suppressions: [] })
  expect(await client.sendEmail(aMail('angry@complaint.example'))).toMatchObject({ ErrorCode: 0 })
})

test('the list of a stream can be asked for one address', async () => {
  const { client } = await startPostmark()
  const Suppressions = [{ EmailAddress: 'first@example.com' }, { EmailAddress: 'second@example.com' }]
  await client.createSuppressions('alerts', { Suppressions })

  const filter = new Models.SuppressionFilteringParameters()
  filter.emailAddress = 'second@example.com'
  expect(await client.getSuppressions('alerts', filter)).toMatchObject({
    Suppressions: [{ EmailAddress: 'second@example.com' }],
  })
})

test('a stream that the server does not have is refused', async () => {
  const { client } = await startPostmark()
  expect(await refusalOf(client.getSuppressions('no-such-stream'))).toMatchObject({ code: 1226 })
})
