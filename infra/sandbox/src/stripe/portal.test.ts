import { expect, test } from 'vitest'
import { z } from 'zod'
import { idOf, startWithClock, subscribe } from '../testing/subscription-sandbox.ts'

test('the portal’s page cancels and resumes with its buttons, and leads back to the product', async () => {
  const { client, ...running } = await startWithClock()
  const { id, customer } = await subscribe({ client, ...running })
  const portal = await client.billingPortal.sessions.create({
    customer: idOf(customer),
    return_url: 'http://localhost/plan',
  })
  const show = async () => (await fetch(portal.url)).text()
  const press = (path: string) =>
    fetch(`${running.url}/sandbox/subscriptions/${id}/${path}`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: `portal=${portal.id}`,
      redirect: 'manual',
    })
  expect(await show()).toContain('Next payment on 2026-12-21')
  expect(await show()).toContain('href="http://localhost/plan"')

  const cancelled = await press('cancel')
  expect(cancelled.headers.get('location')).toBe(`/sandbox/portal/${portal.id}`)
  expect(await show()).toContain('Ends on 2026-12-21')
  await press('resume')
  expect(await show()).toContain('Next payment on 2026-12-21')

  const listed = await running.control('GET', '/subscriptions?email=visitor@example.com')
  expect(z.array(z.looseObject({})).parse(await listed.json())).toMatchObject([
    { subscriptionId: id, status: 'active', invoices: [{ status: 'paid', amountCents: 1_500 }] },
  ])
})

test('the portal cancels as in flexible billing mode: by the instant alone, which is taken back by the other button', async () => {
  const { client, change, ...running } = await startWithClock()
  const { id, items } = await subscribe({ client, change, ...running })

  await change(id, 'cancel')
  expect(await client.subscriptions.retrieve(id)).toMatchObject({
    cancel_at: items.data[0]?.current_period_end,
    cancel_at_period_end: false,
  })

  await change(id, 'resume')
  expect(await client.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null, canceled_at: null })
})

test('a portal of a customer that does not exist is refused', async () => {
  const { client } = await startWithClock()

  await expect(client.billingPortal.sessions.create({ customer: 'cus_nothing' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})
