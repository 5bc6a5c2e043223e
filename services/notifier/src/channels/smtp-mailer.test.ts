import { expect, test } from 'vitest'
import type { Mail } from '../clients/postmark.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const aMail = (unsubscribeUrl: string): Mail => ({
  deliveryId: 'a0000000-0000-4000-8000-000000000000',
  attemptNo: 1,
  stream: 'alerts',
  calledAt: new Date(),
  to: 'visitor@example.com',
  tag: 'alert',
  subject: 'Space Mountain is 10 min',
  html: '<p>10 min</p>',
  text: '10 min',
  headers: [
    { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
    { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
  ],
})

async function headersSentFor(unsubscribeUrl: string): Promise<string[]> {
  const sent: Mail[] = []
  const mailer = createSmtpMailer({
    send: async (mail) => {
      sent.push(mail)
      return { kind: 'accepted', providerId: 'one' }
    },
  })
  await mailer.send([aMail(unsubscribeUrl)])
  return sent.flatMap(({ headers }) => headers.map(({ Name }) => Name))
}

test('a mail by SMTP offers one click where the site has https, and else the link in its foot alone', async () => {
  expect(await headersSentFor('https://walkon.example/u/t')).toEqual([
    'List-Unsubscribe',
    'List-Unsubscribe-Post',
  ])
  expect(await headersSentFor('http://192.0.2.7:8080/u/t')).toEqual([])
})
