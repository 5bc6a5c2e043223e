import { expect, test } from 'vitest'
import { aMail, startPostmark } from '../testing/postmark-sandbox.ts'

test('an accepted mail is in the ledger with all that was sent', async () => {
  const { client, messages } = await startPostmark()
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
  const { client, messages } = await startPostmark()
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
  const { client, messages, clock } = await startPostmark()
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
