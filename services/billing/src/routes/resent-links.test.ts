import { notificationRequested } from '@walkon/contracts/events/notifications'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, NOON } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { sql } from 'drizzle-orm'

const billing = await createTestCheckouts()
const { accounts, activateOwn, app, askForLink, buy, clock, confirm, db, later, open, passesOf, published } =
  billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const headers = accounts.headersFor({ email: 'support@example.com', roles: ['support'], aal: 'aal2' })

async function resend(orderId: string, requestId = randomUUID()) {
  const payload = { requestId, reason: 'The mail was lost' }
  const url = `/orders/${orderId}/confirmation`
  const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
  return { status: statusCode, code: statusCode < 400 ? null : (JSON.parse(body) as { code: string }).code }
}

const newestOrderOf = async (email: string) => {
  const [row] = await db.execute<{ id: string }>(
    sql`select id from orders where email = ${email} order by created_at desc, id desc limit 1`,
  )
  if (!row) throw new Error('The address has no order')
  return row.id
}

const linksTo = async (email: string) =>
  (await published(notificationRequested)).flatMap(({ notificationId, recipient, notification }) => {
    if (recipient.address !== email || notification.kind !== 'letter') return []
    const action = notification.action && 'path' in notification.action ? notification.action.path : ''
    const token = /token=([\w-]+)/.exec(action)?.[1]
    return token === undefined ? [] : [{ notificationId, token, name: notification.name }]
  })

test('204: the link of a free order is mailed again, once for each request, and either link turns the alerts on', async () => {
  const email = anAddress()
  const first = await askForLink({ email })
  const orderId = await newestOrderOf(email)
  const requestId = randomUUID()
  later(90)

  expect(await resend(orderId, requestId)).toEqual({ status: 204, code: null })
  expect(await resend(orderId, requestId)).toEqual({ status: 204, code: null })

  const links = await linksTo(email)
  expect(new Set(links.map(({ notificationId }) => notificationId)).size).toBe(2)
  expect((await confirm(links[1]?.token ?? '')).statusCode).toBe(200)
  expect((await confirm(first)).statusCode).toBe(200)
  expect(await passesOf(email)).toHaveLength(1)
})

test('204: the link of a paid order is mailed again with its payment, and an entry says who asked and why', async () => {
  const email = anAddress()
  await activateOwn({ email })
  later(1)
  await buy(await open({ email }))
  const orderId = await newestOrderOf(email)

  expect(await resend(orderId)).toEqual({ status: 204, code: null })

  expect((await linksTo(email)).map(({ name }) => name)).toEqual([
    'confirm-paid-alerts',
    'confirm-paid-alerts',
  ])
  const entries = await db.execute(sql`
    select action, reason from admin_actions where subject_id = ${orderId}`)
  expect(entries).toEqual([{ action: 'resend-confirmation', reason: 'The mail was lost' }])
})

test('204: a link is mailed again once for each request, also if the order was confirmed before the retry', async () => {
  const email = anAddress()
  const token = await askForLink({ email })
  const orderId = await newestOrderOf(email)
  const requestId = randomUUID()
  await Promise.all([resend(orderId, requestId), resend(orderId, requestId)])
  await confirm(token)

  expect(await resend(orderId, requestId)).toEqual({ status: 204, code: null })
  expect(await linksTo(email)).toHaveLength(2)
  expect(await db.execute(sql`select from admin_actions where subject_id = ${orderId}`)).toHaveLength(1)
})

test('404: an order that has its pass, whose time is over, or that nobody placed waits for no link', async () => {
  const [done, late] = [anAddress(), anAddress()]
  await confirm(await askForLink({ email: done }))
  await askForLink({ email: late })
  const orderIds = [await newestOrderOf(done), await newestOrderOf(late), randomUUID()]
  later(60 * 25)

  for (const orderId of orderIds)
    expect(await resend(orderId)).toEqual({ status: 404, code: 'order-not-waiting' })
})
