import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import {
  confirm,
  DESK_NOW,
  doIt,
  nothing,
  openAct,
  openShown,
  order,
  ORDER,
  serveAct,
} from '../test/desk-acts.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, samplePark, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: DESK_NOW, toFake: ['Date'] })
  serveParks([])
  return () => vi.useRealTimers()
})

const given = () => HttpResponse.json({ orderId: ORDER, dates: ['2026-04-15'] })

test('a pass is extended by days after its last one, with one id for all tries of the dialog', async () => {
  signInAs('support')
  serveDesk({ billing: { orders: [order] } })
  const answers = [() => refusal('unavailable'), given]
  const bodies = serveAct(`/billing/passes/${ORDER}/extend`, () => answers.shift()!())
  const act = await openAct('Extend Magic Kingdom, order 9CY9-R3JQ')
  const { user, dialog } = act
  expect(dialog.getByText(/have no guarantee/)).toBeDefined()
  const last = dialog.getByLabelText('Last day')
  await user.clear(last)
  await user.type(last, '2026-04-16')
  await confirm(act)
  expect(await dialog.findByRole('alert')).toBeDefined()
  await user.click(doIt(dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const asked = {
    dates: ['2026-04-15', '2026-04-16'],
    reason: 'Asked by letter',
    requestId: expect.any(String),
    version: 1,
  }
  expect(bodies).toEqual([asked, asked])
  expect(bodies[0]).toEqual(bodies[1])
})

test.for([
  [1, 'You can give 1 free day now. An admin gives more.'],
  [0, 'You are at your limit of free days: an admin gives them.'],
] as const)('a member who may give %i days is told so before they give', async ([days, words]) => {
  signInAs('support')
  serveDesk({ billing: { ordersSeen: [{ version: 1 }], giftsLeft: [{ days }] } })
  const { dialog } = await openAct('Give a pass')
  expect(dialog.getByText(new RegExp(`has no guarantee. ${words}`))).toBeDefined()
  expect(screen.getByText('No payment to refund.').parentElement?.textContent).toContain(words)
})

test('an admin, who may give any days, is told of no limit', async () => {
  signInAs('support', 'admin')
  serveDesk({ billing: { ordersSeen: [{ version: 1 }], giftsLeft: [{ days: null }] } })
  const { dialog } = await openAct('Give a pass')
  expect(dialog.getByText(/has no guarantee\.$/)).toBeDefined()
})

test('a pass is given for a park that is chosen', async () => {
  signInAs('support')
  serveDesk()
  const bodies = serveAct('/billing/passes/give', given)
  const act = await openAct('Give a pass')
  await act.user.selectOptions(act.dialog.getByLabelText('Park'), samplePark.id)
  await confirm(act)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toMatchObject([{ email: EMAIL, parkId: samplePark.id, dates: ['2026-04-14'] }])
})

test('a visitor who has changed since they were read is read again, and the dialog says that nothing was done', async () => {
  signInAs('support')
  serveDesk({ billing: { orders: [order], ordersSeen: [{ version: 7 }] } })
  const path = `/billing/passes/${ORDER}/extend`
  const bodies = serveAct(path, () => {
    const gift = { ...order, id: ORDER.replace('4b3c', '5b3c'), source: 'support' }
    const now = { orders: [order, gift], ordersSeen: [{ version: 8 }] }
    server.use(http.post('*/api/billing/visitors/read', () => HttpResponse.json(now)))
    return refusal('decision-conflict')
  })
  const act = await openAct('Extend Magic Kingdom, order 9CY9-R3JQ')
  await confirm(act)
  expect(await act.dialog.findByText('Something else by now')).toBeDefined()
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Extend Magic Kingdom, order BCY9-R3JQ', hidden: true }),
    ).toBeDefined(),
  )
  expect(bodies).toMatchObject([{ version: 7 }])
})

test('a gift over the limit of support says who may give it', async () => {
  signInAs('support')
  serveDesk({ billing: { orders: [order] } })
  serveAct(`/billing/passes/${ORDER}/extend`, () => refusal('pass-over-limit'))
  const act = await openAct('Extend Magic Kingdom, order 9CY9-R3JQ')
  await confirm(act)
  expect(await act.dialog.findByText('Ask an admin to give that many days.')).toBeDefined()
})

test('mails of all lists are stopped, or everything to the address', async () => {
  signInAs('support')
  serveDesk()
  const bodies = serveAct('/notifications/suppressions', nothing)
  await confirm(await openAct('Stop mails of all lists'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await confirm(await openShown('Stop everything to the address'))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies).toEqual(
    ['lists', 'everything'].map((what) => ({
      channel: 'email',
      address: EMAIL,
      what,
      reason: 'Asked by letter',
    })),
  )
})

test('a number is stopped and released once it is shown whole', async () => {
  signInAs('support')
  const phone = '+14075550142'
  serveDesk({
    billing: { orders: [{ ...order, channel: 'sms', phone }] },
    notifications: {
      suppressions: [{ channel: 'sms', reason: 'invalid', scope: 'all', since: '2026-04-14T12:00:00Z' }],
    },
  })
  const stopped = serveAct('/notifications/suppressions', nothing)
  const released = serveAct('/notifications/suppressions/release', () =>
    HttpResponse.json({ checkId: null }, { status: 202 }),
  )
  await confirm(await openAct(`Stop texts to ${phone}`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await confirm(await openShown(`Release ${phone}`))
  await waitFor(() => expect(released).toHaveLength(1))
  expect(stopped).toEqual([{ channel: 'sms', address: phone, reason: 'Asked by letter' }])
})

test('the lists of the mail provider are read when they are asked for', async () => {
  signInAs('support')
  serveDesk()
  serveAct('/notifications/suppressions/look-up', () =>
    HttpResponse.json({
      suppressions: [],
      keepsLists: true,
      listed: [{ list: 'alerts', reason: 'bounced', since: '2026-04-13T12:00:00Z' }],
      checks: [],
    }),
  )
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await user.click(await screen.findByRole('button', { name: 'Ask the mail provider' }))
  expect(await screen.findByText('On its list of alerts: bounced, since Apr 13, 2026')).toBeDefined()
})

test('the button of a refund says how much goes back to whom, as it is typed', async () => {
  signInAs('support')
  const payment = {
    id: ORDER,
    orderId: ORDER,
    status: 'paid',
    amountCents: 100,
    refundedCents: 0,
    disputed: false,
    owedCents: null,
    owedState: null,
    version: 3,
    leftCents: 100,
    memberCents: 100,
    createdAt: order.createdAt,
    paidAt: order.createdAt,
  }
  serveDesk({ billing: { orders: [order], payments: [payment] } })
  const { user, dialog } = await openAct('Refund $1, payment 4b3c9c0e')
  expect(dialog.getByRole('button', { name: `Refund $1 to ${EMAIL}` })).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined()
  const amount = dialog.getByLabelText('Amount in dollars')
  await user.clear(amount)
  expect(dialog.getByRole('button', { name: `Refund to ${EMAIL}` })).toBeDefined()
  await user.type(amount, '0.50')
  expect(dialog.getByRole('button', { name: `Refund $0.50 to ${EMAIL}` })).toBeDefined()
})

test('the link to their alerts is mailed to a visitor who watches a park', async () => {
  signInAs('support')
  serveDesk()
  const bodies = serveAct('/alerts/visitors/manage-link', nothing)
  const act = await openAct('Send manage link')
  await confirm(act)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies).toEqual([{ email: EMAIL, reason: 'Asked by letter', requestId: expect.any(String) }])
})
