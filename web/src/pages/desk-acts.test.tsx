import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, samplePark, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const ORDER = '4b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
const NOW = new Date('2026-04-14T16:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  serveParks([])
  return () => vi.useRealTimers()
})

const order = {
  id: ORDER,
  channel: 'email',
  phone: null,
  parkName: 'Magic Kingdom',
  dates: ['2026-04-14'],
  totalCents: 100,
  promoCode: null,
  status: 'fulfilled',
  createdAt: '2026-04-14T12:00:00Z',
  fulfilledAt: '2026-04-14T12:00:00Z',
}

/** What each POST to this path held; answered with `answer`. */
function serveAct(path: string, answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(`*/api${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

/** The desk with the visitor, and the dialog of one of its acts. */
async function openAct(name: string) {
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await user.click(await screen.findByRole('button', { name }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: `${name}?` })) }
}

async function confirm({ user, dialog }: Awaited<ReturnType<typeof openAct>>, reason = 'Asked by letter') {
  await user.type(dialog.getByLabelText(/^Reason/), reason)
  await user.click(dialog.getByRole('button', { name: 'Do it' }))
}

const given = () => HttpResponse.json({ orderId: ORDER, dates: ['2026-04-15'] })

test('a pass is extended by days after its last one, with one id for all tries of the dialog', async () => {
  signInAs('support')
  serveDesk({ billing: { orders: [order] } })
  const answers = [() => refusal('unavailable'), given]
  const bodies = serveAct(`/billing/passes/${ORDER}/extend`, () => answers.shift()!())
  const act = await openAct('Extend Magic Kingdom of order 4b3c9c0e')
  const { user, dialog } = act
  expect(dialog.getByText(/have no guarantee/)).toBeDefined()
  const last = dialog.getByLabelText('Last day')
  await user.clear(last)
  await user.type(last, '2026-04-16')
  await confirm(act)
  expect(await dialog.findByRole('alert')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Do it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const asked = {
    dates: ['2026-04-15', '2026-04-16'],
    reason: 'Asked by letter',
    requestId: expect.any(String),
  }
  expect(bodies).toEqual([asked, asked])
  expect(bodies[0]).toEqual(bodies[1])
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

test('a gift over the limit of support says who may give it', async () => {
  signInAs('support')
  serveDesk({ billing: { orders: [order] } })
  serveAct(`/billing/passes/${ORDER}/extend`, () => refusal('pass-over-limit'))
  const act = await openAct('Extend Magic Kingdom of order 4b3c9c0e')
  await confirm(act)
  expect(await act.dialog.findByText('Ask an admin to give that many days.')).toBeDefined()
})
