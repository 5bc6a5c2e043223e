import { afterAll, beforeEach, expect, test } from 'vitest'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import type { MailStream } from '../domain/delivery-source.ts'
import { createPostmark, type Mail } from './postmark.ts'
import { STREAMS } from '../testing/settings.ts'

const server = await startPostmarkServer()
afterAll(server.close)
beforeEach(() => server.reset())

const postmark = createPostmark({
  apiUrl: server.url,
  serverToken: 'token',
  from: 'Walkon <alerts@walkon.example>',
  streams: STREAMS,
  timeoutSeconds: 5,
})

/** An instant that is a multiple of the number of lanes: its lane is 0. */
const CALLED_AT = new Date(64 * 28_000_000_000)
const after = (ms: number) => new Date(CALLED_AT.getTime() + ms)

const aMail = (deliveryId: string, to = 'visitor@example.com', calledAt = CALLED_AT): Mail => ({
  deliveryId,
  attemptNo: 1,
  stream: 'alerts',
  calledAt,
  to,
  subject: 'Space Mountain is 10 min',
  html: '<p>10</p>',
  text: '10',
  tag: 'ride-alerts',
  headers: [],
})

const sought = (deliveryId: string, calledAt = CALLED_AT, stream: MailStream = 'alerts') => ({
  deliveryId,
  stream,
  to: 'visitor@example.com',
  calledAt,
  isOfLane: true,
})

/** Sends many mails in as few calls as Postmark allows. */
async function sendMany(count: number, to?: string, calledAt?: Date): Promise<void> {
  for (let first = 0; first < count; first += 500)
    await postmark.sendBatch(
      Array.from({ length: 500 }, (_, index) => aMail(`d${first + index}`, to, calledAt)),
    )
}

test('a mail is found by the delivery that its metadata name', async () => {
  await postmark.sendBatch([aMail('d0'), aMail('d1')])

  expect(await postmark.find([sought('d1')])).toEqual([
    { kind: 'found', providerId: server.ledger.accepted[1]?.id },
  ])
})

test('of a mail that the search does not show, the same answer says for when the newest was called, by our clock', async () => {
  await postmark.sendBatch([aMail('d0', 'another@example.com', after(7_000))])
  await postmark.sendBatch([aMail('d2', 'another@example.com', after(3_000))])

  expect(await postmark.find([sought('d1')])).toEqual([{ kind: 'absent', shownUntil: after(7_000) }])
  expect(server.searches).toHaveLength(1)
})

test('mails that name no instant of ours say nothing of how far the search has come', async () => {
  await postmark.sendBatch([aMail('d0', 'another@example.com', after(7_000))])
  server.ledger.accepted[0]!.metadata.called_at = 'unreadable'

  expect(await postmark.find([sought('d1')])).toEqual([{ kind: 'absent', shownUntil: null }])
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
  const isLaterPage = () => server.searches.at(-1)?.get('offset') !== '0'
  server.state.lookupLagMs = () => (isLaterPage() ? sinceThousandth() + 1_000 : 0)

  const [finding] = await postmark.find([sought('absent')])
  expect(finding).toEqual({ kind: 'absent', shownUntil: null })
})

test('in a crowd, a whole doubtful batch is found at once among the mails of its lane', async () => {
  await sendMany(500)
  await sendMany(10_500, 'another@example.com', after(1))
  server.searches.length = 0

  const findings = await postmark.find(Array.from({ length: 500 }, (_, index) => sought(`d${index}`)))

  expect(findings.every((finding) => finding?.kind === 'found')).toBe(true)
  expect(server.searches.filter((query) => query.has('recipient'))).toEqual([])
  expect(server.searches.filter((query) => query.has('metadata_lane_8'))).toHaveLength(2)
})

test('in a crowd, the lane of a mail that is not there shows how far the search has come', async () => {
  await sendMany(10_500, 'another@example.com', after(1))
  await postmark.sendBatch([aMail('d0', 'another@example.com', after(8_000))])
  await sendMany(500, 'another@example.com', after(8_001))

  expect(await postmark.find([sought('absent')])).toEqual([{ kind: 'absent', shownUntil: after(8_000) }])
})

test('in a larger crowd the lane is a finer one', async () => {
  await postmark.sendBatch([aMail('wanted')])
  await sendMany(10_500, 'another@example.com', after(8))

  expect(await postmark.find([sought('wanted'), sought('absent')])).toEqual([
    { kind: 'found', providerId: server.ledger.accepted[0]?.id },
    { kind: 'absent', shownUntil: CALLED_AT },
  ])
  expect(server.searches.filter((query) => query.has('recipient'))).toEqual([])
})

test('in a larger crowd, the finer lanes of the oldest calls are read first, and of the others nothing is said', async () => {
  await sendMany(10_500, 'another@example.com', after(56))
  const calls = [sought('absent-1', after(8)), sought('absent-2', after(16)), sought('absent-0', after(0))]

  const findings = await postmark.find(calls)

  expect(findings.map((finding) => finding?.kind ?? null)).toEqual([null, null, 'absent'])
})

test('where a lane has more mails than Postmark pages through, a mail is sought by its recipient', async () => {
  await postmark.sendBatch([aMail('wanted')])
  await sendMany(10_500, 'another@example.com')

  expect(await postmark.find([sought('wanted'), sought('absent')])).toEqual([
    { kind: 'found', providerId: server.ledger.accepted[0]?.id },
    { kind: 'absent', shownUntil: null },
  ])
})

test('in a crowd, a mail of an unknown lane is sought by its recipient', async () => {
  await postmark.sendBatch([aMail('wanted', undefined, after(1))])
  await sendMany(10_500, 'another@example.com', after(2))

  const [finding] = await postmark.find([{ ...sought('wanted'), isOfLane: false }])

  expect(finding).toEqual({ kind: 'found', providerId: server.ledger.accepted[0]?.id })
})

test('mails of the minute before the call are read, because calls overlap, and older ones are not', async () => {
  await sendMany(500, 'another@example.com', after(-60_001))
  await sendMany(500, 'another@example.com', after(-60_000))
  server.searches.length = 0

  await postmark.find([sought('absent')])

  expect(server.searches.map((query) => query.get('offset'))).toEqual(['0', '450'])
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

  expect(await postmark.find([sought('d0'), sought('d1', CALLED_AT, 'letters'), sought('d2')])).toEqual(
    [alert, sent, other].map((mail) => ({ kind: 'found', providerId: mail?.id })),
  )
  expect(await postmark.find([sought('d1')])).toMatchObject([{ kind: 'absent' }])
  expect(server.searches.map((query) => query.get('messagestream'))).toEqual(['alerts', 'outbound', 'alerts'])
})

test('a search that fails rejects: the provider does not say', async () => {
  server.state.lookupIsDown = true
  await expect(postmark.find([sought('d1')])).rejects.toThrow('Maintenance')
})
