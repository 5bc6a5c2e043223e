import { userConfirmed } from '@walkon/contracts/events/identity'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aTextPass, linksFor } from '../testing/notifier.ts'
import { addressHash, createSuppressedAddress, EMAIL } from '../testing/suppressed-address.ts'

const notifier = await createSuppressedAddress()
const { app, bouncedAt, hear, listed, postmark, reasons, runJob, stands, suppress } = notifier
afterAll(notifier.close)
beforeEach(notifier.clear)

const later = () => new Date().toISOString()
const earlier = () => new Date(bouncedAt.getTime() - 60_000).toISOString()

const confirmed = (confirmedAt: string) =>
  hear([heard(userConfirmed, { userId: randomUUID(), email: EMAIL, confirmedAt })])
const orderConfirmed = (confirmedByMailAt?: string) =>
  hear([aTextPass({ email: EMAIL, ...(confirmedByMailAt && { confirmedByMailAt }) })])

describe('an owner who opens the link of a mail', () => {
  test.for([
    ['at sign-up', () => confirmed(later())],
    ['of an order', () => orderConfirmed(later())],
  ] as const)('%s ends a bounce that is older, here and at Postmark', async ([, prove]) => {
    await stands('HardBounce')
    await stands('HardBounce', 'all')
    await prove()
    await runJob('check-addresses')
    expect([await reasons(), listed()]).toEqual([[], false])
  })

  test.for([
    ['before the bounce', () => confirmed(earlier())],
    ['of no order: it was paid', () => orderConfirmed()],
  ] as const)('%s ends nothing', async ([, prove]) => {
    await stands('HardBounce')
    await prove()
    await runJob('check-addresses')
    expect([await reasons(), listed()]).toEqual([['bounced'], true])
  })

  test('ends neither a complaint nor the wish to leave', async () => {
    await stands('SpamComplaint')
    await suppress({ channel: 'email', addressHash, reason: 'unsubscribed', scope: 'alerts' })
    await suppress({ channel: 'email', addressHash, reason: 'bounced', scope: 'all' })
    await confirmed(later())
    await runJob('check-addresses')
    expect([(await reasons()).toSorted(), listed()]).toEqual([['complained', 'unsubscribed'], true])
  })

  test('costs no call to Postmark where nothing stands against the address', async () => {
    await confirmed(later())
    await runJob('check-addresses')
    expect(postmark.lists.calls).toEqual([])
  })
})

test('the link of a letter that arrived after a bounce takes it back at Postmark too', async () => {
  await stands('HardBounce')
  const token = await linksFor('unsubscribe').seal(EMAIL, { expiresInSeconds: 60, now: new Date() })
  await app.inject({
    method: 'POST',
    url: `/u/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'action=resume',
  })
  await runJob('check-addresses')
  expect([await reasons(), listed()]).toEqual([[], false])
})
