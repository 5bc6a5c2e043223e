import { expect, test } from 'vitest'
import { aMail, refusalOf, startPostmark } from '../testing/postmark-sandbox.ts'

test('a hard bounce makes the address inactive in its stream, until it is activated again', async () => {
  const { client } = await startPostmark()
  const { MessageID } = await client.sendEmail(aMail('hardbounce@example.com'))

  const inactive = await refusalOf(client.sendEmail(aMail('hardbounce@example.com')))
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
  const { client, messages } = await startPostmark()
  await client.sendEmail(aMail('gone@bounce.example'))

  const { Message } = await client.sendEmail(aMail('gone@bounce.example, here@example.com'))

  expect(Message).toBe('Message OK, but will not deliver to these inactive addresses: gone@bounce.example')
  expect(await messages()).toMatchObject([{ to: 'here@example.com' }, {}])
})

test('a soft bounce leaves the address active, a spam complaint does not', async () => {
  const { client } = await startPostmark()
  await client.sendEmailBatch([aMail('softbounce@example.com'), aMail('angry@complaint.example')])

  const again = await client.sendEmailBatch([
    aMail('softbounce@example.com'),
    aMail('angry@complaint.example'),
  ])

  expect(again.map(({ ErrorCode }) => ErrorCode)).toEqual([0, 406])
})

test('the control address makes any mail bounce', async () => {
  const { client, control } = await startPostmark()
  const { MessageID } = await client.sendEmail(aMail('visitor@example.com'))

  expect((await control('POST', `/messages/${MessageID}/bounce`, { type: 'HardBounce' })).status).toBe(202)

  expect(await refusalOf(client.sendEmail(aMail('visitor@example.com')))).toMatchObject({ code: 406 })
  expect((await control('POST', '/messages/no-such-id/bounce')).status).toBe(404)
})
