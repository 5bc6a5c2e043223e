import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPostmark } from '../clients/postmark.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { STREAMS } from '../testing/settings.ts'
import { createWitnesses, type SoughtDelivery } from './witness-mails.ts'

const server = await startPostmarkServer()
afterAll(server.close)
beforeEach(() => server.reset())

const postmark = createPostmark({
  apiUrl: server.url,
  serverToken: 'token',
  from: 'alerts@walkon.example',
  streams: STREAMS,
  timeoutSeconds: 5,
})
const startWitnesses = () => createWitnesses({ postmark, absentSeconds: 15 })

const DOUBTED_AT = '2026-07-01T12:00:00.000Z'
const after = (seconds: number) => new Date(Date.parse(DOUBTED_AT) + seconds * 1_000)

/** A return time's letter, in doubt for so long. */
const aDoubt = (doubtSeconds: number, doubt: Partial<SoughtDelivery> = {}): SoughtDelivery => ({
  doubtedAt: DOUBTED_AT,
  doubtSeconds,
  source: 'notification',
  list: 'lightning-lane',
  ...doubt,
})
const absent = (shownUntil: Date | null = null) => ({ kind: 'absent', shownUntil }) as const
const witnesses = () =>
  server.ledger.accepted.map(({ to, stream, metadata }) => ({ to, stream, calledAt: metadata.called_at }))

test('a stream whose search shows no later mail gets one that nobody receives, dated by the clock of the doubts', async () => {
  await startWitnesses()([aDoubt(4)], [absent()])

  expect(witnesses()).toEqual([
    { to: 'test@blackhole.postmarkapp.com', stream: 'lightning-lane', calledAt: after(4).toISOString() },
  ])
})

test('a witness waits until it is late enough to prove something', async () => {
  const send = startWitnesses()
  await send([aDoubt(3)], [absent()])
  expect(witnesses()).toEqual([])

  await send([aDoubt(3.1)], [absent()])
  expect(witnesses()).toHaveLength(1)
})

test('one witness serves every doubt before it, and a younger doubt gets its own', async () => {
  const send = startWitnesses()
  await send([aDoubt(4), aDoubt(5)], [absent(), absent()])
  await send([aDoubt(8)], [absent()])
  expect(witnesses()).toHaveLength(1)

  await send([aDoubt(4, { doubtedAt: after(10).toISOString() })], [absent()])
  expect(witnesses().map(({ calledAt }) => calledAt)).toEqual([
    after(5).toISOString(),
    after(14).toISOString(),
  ])
})

test('a witness that was not accepted is sent again', async () => {
  const send = startWitnesses()
  server.state.faultOf = (call) => (call === 0 ? 'error' : null)
  await send([aDoubt(4)], [absent()])
  await send([aDoubt(7)], [absent()])

  expect(witnesses()).toHaveLength(1)
})

test('no witness is sent where the search shows a later mail, has found the mail, or does not answer', async () => {
  await startWitnesses()(
    [aDoubt(20), aDoubt(20), aDoubt(20)],
    [absent(after(4)), { kind: 'found', providerId: 'p1' }, null],
  )

  expect(witnesses()).toEqual([])
})

test('a mail that is shown from right after the doubt proves nothing, and a witness is sent', async () => {
  await startWitnesses()([aDoubt(20)], [absent(after(2.9))])

  expect(witnesses()).toHaveLength(1)
})

test('each stream has a witness of its own, and the newsletter none', async () => {
  const doubts = [
    aDoubt(4),
    aDoubt(4, { list: 'restaurants' }),
    aDoubt(4, { source: 'alert', list: null }),
    aDoubt(4, { list: null }),
    aDoubt(4, { list: 'newsletter' }),
  ]
  await startWitnesses()(
    doubts,
    doubts.map(() => absent()),
  )

  expect(witnesses().map(({ stream }) => stream)).toEqual([
    'lightning-lane',
    'restaurants',
    'alerts',
    'outbound',
  ])
})
