import { userConfirmed } from '@walkon/contracts/events/identity'
import {
  mailListLeft,
  notificationRequested,
  userNotificationRequested,
} from '@walkon/contracts/events/notifications'
import type { WayList } from '@walkon/contracts/http/ways'
import { mailList, type MailList } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import { heard, linkHeaders } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createListLinks } from '../channels/list-links.ts'
import { streamOfList } from '../domain/delivery-source.ts'
import { addTestDevice } from '../testing/devices.ts'
import { aLetter, anAlertsLetter } from '../testing/letters.ts'
import { anAlertEvent, KEYS } from '../testing/notifier.ts'
import { createPostmarkNotifier, EMAIL, subscription } from '../testing/postmark-webhook.ts'
import { STREAMS } from '../testing/settings.ts'
import { leaseDeliveries } from '../use-cases/deliveries/send-deliveries.ts'

/** Each list of mails is left by itself, by our link or at Postmark, and is come back to by itself. */

const notifier = await createPostmarkNotifier()
const { app, db, accounts, hear, post, list: listAtPostmark, postmark, published, clear, close } = notifier
afterAll(close)
beforeEach(async () => {
  postmark.reset()
  postmark.lists.reset()
  await clear()
})

const LISTS = mailList.options
const PAIRS = LISTS.flatMap((left) =>
  LISTS.filter((other) => other !== left).map((other): [MailList, MailList] => [left, other]),
)
const links = createListLinks(KEYS)
const addressHash = hashAddress(EMAIL)

const linkTo = async (list: MailList) => `/u/${await links.seal(list, EMAIL, new Date())}`
const click = async (list: MailList, action = 'unsubscribe') =>
  app.inject({
    method: 'POST',
    url: await linkTo(list),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `action=${action}`,
  })

const requestOf = (list?: MailList, notification = aLetter()) =>
  heard(notificationRequested, {
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: EMAIL },
    notification,
    expiresAt: '2099-01-01T00:00:00Z',
    ...(list && { list }),
  })
/** A mail of the list, as its owner asks for it. */
const aMailOf = (list: MailList) =>
  list === 'ride-alerts' ? anAlertEvent({ email: EMAIL }) : requestOf(list)

const metrics = { count() {}, countResent() {}, countMisconfigured() {} } as unknown as Parameters<
  typeof leaseDeliveries
>[1]
const LEASE = { owner: randomUUID(), limit: 100, leaseSeconds: 60 }
/** Leases the sender's mails now, each with the reason for which nothing else of its list goes. */
const sent = async () => (await leaseDeliveries(db, metrics, 'email', LEASE)).leased

describe('leaving one list', () => {
  test.for(PAIRS)(
    '200: after %s are left, mails of %s are sent and no more of the first',
    async ([left, other]) => {
      await hear([aMailOf(left), aMailOf(other)])
      expect((await click(left)).statusCode).toBe(200)
      await hear([aMailOf(left), aMailOf(other)])

      const streams = (await sent()).map(({ source, list }) => (source === 'alert' ? 'ride-alerts' : list))

      expect(streams).toEqual([other, other])
    },
  )

  test.for(LISTS)('200: the owner of the list is told once which account has left %s', async (list) => {
    const userId = randomUUID()
    await hear([heard(userConfirmed, { userId, email: EMAIL, confirmedAt: new Date().toISOString() })])

    await click(list)
    await click(list)

    expect(await published(mailListLeft)).toMatchObject([{ list, addressHash, userId }])
  })

  test('200: letters that belong to no list arrive after all lists were left', async () => {
    for (const list of LISTS) await click(list)
    await hear([requestOf()])

    expect(await sent()).toHaveLength(1)
  })

  test('200: a letter to a user goes to the devices alone after its list was left by mail', async () => {
    const userId = randomUUID()
    await hear([heard(userConfirmed, { userId, email: EMAIL, confirmedAt: new Date().toISOString() })])
    await addTestDevice(app, EMAIL)
    expect(await sent()).toMatchObject([{ content: { name: 'new-way' } }])
    await click('restaurants')
    const { code: _, action: __, ...notification } = aLetter()
    await hear([
      heard(userNotificationRequested, {
        notificationId: randomUUID(),
        userId,
        notification,
        list: 'restaurants',
        expiresAt: '2099-01-01T00:00:00Z',
      }),
    ])

    expect(await sent()).toEqual([])
    expect((await leaseDeliveries(db, metrics, 'push', LEASE)).leased).toHaveLength(1)
  })

  test('200: leaving the mails of flights leaves the way of the ride alerts as it was', async () => {
    const headers = await linkHeaders(EMAIL)
    await click('flights')

    const ways = (await app.inject({ url: '/ways', headers })).json<WayList>()
    const tried = await app.inject({
      method: 'POST',
      url: '/test-alerts',
      headers,
      payload: { channel: 'email' },
    })

    expect(ways.email).toMatchObject({ state: 'ok', takesLetters: true })
    expect(tried.statusCode).toBe(202)
  })
})

describe('coming back', () => {
  test('200: coming back to one list leaves the others left', async () => {
    for (const list of LISTS) await click(list)

    expect((await click('flights', 'resume')).statusCode).toBe(200)

    expect((await notifier.reasons()).toSorted()).toEqual(
      ['alerts', 'lightning-lane', 'newsletter', 'restaurants'].map((scope) => `unsubscribed ${scope}`),
    )
  })

  test('204: the ride alerts are resumed by the account, and no other list', async () => {
    await click('ride-alerts')
    await click('newsletter')

    const headers = accounts.headersFor({ email: EMAIL })
    const { statusCode } = await app.inject({ method: 'POST', url: '/ways/email/resume', headers })

    expect(statusCode).toBe(204)
    expect(await notifier.reasons()).toEqual(['unsubscribed newsletter'])
  })

  test('200: who left a list at Postmark is taken off the list of its stream alone', async () => {
    for (const stream of ['flights', 'restaurants']) {
      listAtPostmark('ManualSuppression', stream)
      await post(subscription(true, 'ManualSuppression', stream))
    }
    await click('flights', 'resume')
    await notifier.lookUp()

    expect(postmark.lists.streams['flights']?.size).toBe(0)
    expect(postmark.lists.streams['restaurants']?.size).toBe(1)
    expect(await notifier.reasons()).toEqual(['unsubscribed restaurants'])
  })

  test('A letter that answers a request for flights tells who left them how to come back, and others what it says', async () => {
    const { whenUnsubscribed, ...letter } = anAlertsLetter()
    const answer = () =>
      requestOf(undefined, { ...letter, whenUnsubscribed: { ...whenUnsubscribed!, list: 'flights' } })
    await click('ride-alerts')
    await hear([answer()])
    const before = await sent()
    await click('flights')
    await hear([answer()])

    expect(before).toMatchObject([{ stoppedBy: null }])
    expect(await sent()).toMatchObject([{ stoppedBy: 'unsubscribed' }])
  })
})

describe('what Postmark tells of a stream', () => {
  test.for(LISTS)(
    'a report of spam on the stream of %s ends that list alone, and tells its owner',
    async (list) => {
      const stream = STREAMS[streamOfList(list)]
      listAtPostmark('SpamComplaint', stream)
      await post(subscription(true, 'SpamComplaint', stream))

      expect(await notifier.reasons()).toEqual([`complained ${streamOfList(list)}`])
      expect(await published(mailListLeft)).toMatchObject([{ list, addressHash, userId: null }])
    },
  )

  test('a mail of flights that came back ends no other list, and nobody has left it', async () => {
    listAtPostmark('HardBounce', 'flights')
    await post(subscription(true, 'HardBounce', 'flights'))
    await hear([aMailOf('flights'), aMailOf('ride-alerts')])

    expect(await sent()).toMatchObject([{ source: 'alert' }])
    expect(await published(mailListLeft)).toEqual([])
  })

  test('a refusal of letters ends the mails of every list', async () => {
    listAtPostmark('SpamComplaint', 'outbound')
    await post(subscription(true, 'SpamComplaint', 'outbound'))
    await hear(LISTS.map(aMailOf))

    expect(await sent()).toEqual([])
  })
})

test('A letter that names a list and has words for those who left one is refused: it belongs to none', () => {
  const request = (list?: MailList) =>
    notificationRequested.data.safeParse({
      notificationId: randomUUID(),
      recipient: { channel: 'email', address: EMAIL },
      notification: anAlertsLetter(),
      expiresAt: '2099-01-01T00:00:00Z',
      ...(list && { list }),
    }).success

  expect([request(), request('flights')]).toEqual([true, false])
})
