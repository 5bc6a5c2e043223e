import { afterAll, beforeEach, expect, test } from 'vitest'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import type { MailStream } from '../domain/delivery-source.ts'
import { createPostmark, type Mail } from './postmark.ts'

const server = await startPostmarkServer()
afterAll(server.close)
beforeEach(() => server.reset())

const postmark = createPostmark({
  apiUrl: server.url,
  serverToken: 'token',
  from: 'Walkon <alerts@walkon.example>',
  streams: { alerts: 'alerts', letters: 'outbound' },
  timeoutSeconds: 5,
})

const aMail = (deliveryId: string, to = 'visitor@example.com'): Mail => ({
  deliveryId,
  stream: 'alerts',
  to,
  subject: 'Space Mountain is 10 min',
  html: '<p>10</p>',
  text: '10',
  tag: 'ride-alerts',
  headers: [],
})

const sought = (deliveryId: string, calledAt = new Date(), stream: MailStream = 'alerts') => ({
  deliveryId,
  stream,
  to: 'visitor@example.com',
  calledAt,
})

/** Sends many mails in as few calls as Postmark allows. */
async function sendMany(count: number, to?: string): Promise<void> {
  for (let first = 0; first < count; first += 500)
    await postmark.sendBatch(Array.from({ length: 500 }, (_, index) => aMail(`d${first + index}`, to)))
}

test('a mail is found by the delivery that its metadata name', async () => {
  await postmark.sendBatch([aMail('d0'), aMail('d1')])

  expect(await postmark.find([sought('d1')])).toEqual([
    { kind: 'found', providerId: server.ledger.accepted[1]?.id },
  ])
})

test('of a mail that the search does not show, the same answer says how far the search has come', async () => {
  await postmark.sendBatch([aMail('d0', 'another@example.com')])

  expect(await postmark.find([sought('d1')])).toEqual([
    { kind: 'absent', shownUntil: new Date(server.ledger.accepted[0]?.receivedAt ?? 0) },
  ])
  expect(server.searches).toHaveLength(1)
})

test('a search that shows no mail says nothing of how far it has come', async () => {
  expect(await postmark.find([sought('d1')])).toEqual([{ kind: 'absent', shownUntil: null }])
})

test('one search finds the mails of a whole batch', async () => {
  await sendMany(400)
  const findings = await postmark.find(Array.from({ length: 400 }, (_, index) => sought(`d${index}`)))

  expect(findings.every((finding) => finding?.kind === 'found')).toBe(true)
  expect(server.searches.length).toBeLessThan(4)
})

test('mails on the pages after the first are found', async () => {
  await sendMany(1_500)
  expect(await postmark.find([sought('d3')])).toMatchObject([{ kind: 'found' }])
})

test('a search that falls back between two pages proves nothing: mails may be missing between them', async () => {
  await sendMany(1_500)
  const sinceThousandth = () => performance.now() - (server.ledger.accepted[1_000]?.acceptedAt ?? 0)
  server.state.lookupLagMs = () => (server.searches.length === 2 ? sinceThousandth() + 1_000 : 0)

  const [finding] = await postmark.find([sought('absent')])
  expect(finding).toEqual({ kind: 'absent', shownUntil: null })
})

test('where there are more mails than Postmark pages through, a mail is sought by its recipient', async () => {
  await postmark.sendBatch([aMail('wanted')])
  await sendMany(10_500, 'another@example.com')

  expect(await postmark.find([sought('wanted'), sought('absent')])).toEqual([
    { kind: 'found', providerId: server.ledger.accepted[0]?.id },
    { kind: 'absent', shownUntil: null },
  ])
})

test('a search begins on the day of the earliest call in the US East, where Postmark counts its days', async () => {
  await postmark.find([
    sought('d1', new Date('2026-07-02T12:00:00Z')),
    sought('d2', new Date('2026-07-02T03:30:00Z')),
  ])
  expect(server.searches[0]?.get('fromdate')).toBe('2026-07-01')
})

test('each mail is sought in the stream that it was sent by, and answered in its place', async () => {
  const letter: Mail = { ...aMail('d1'), stream: 'letters' }
  await postmark.sendBatch([aMail('d0'), letter, aMail('d2')])
  const [alert, sent, other] = server.ledger.accepted

  expect(await postmark.find([sought('d0'), sought('d1', new Date(), 'letters'), sought('d2')])).toEqual(
    [alert, sent, other].map((mail) => ({ kind: 'found', providerId: mail?.id })),
  )
  expect(await postmark.find([sought('d1')])).toMatchObject([{ kind: 'absent' }])
  expect(server.searches.map((query) => query.get('messagestream'))).toEqual(['alerts', 'outbound', 'alerts'])
})

test('a search that fails rejects: the provider does not say', async () => {
  server.state.lookupIsDown = true
  await expect(postmark.find([sought('d1')])).rejects.toThrow('Maintenance')
})
