import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { KEEPERS } from '../lib/keepers.ts'
import { EMAIL, find, serveDesk, signInAs, XSS } from '../test/desk.ts'
import {
  confirm,
  DESK_NOW,
  doIt,
  nothing,
  openAct,
  openShown,
  serveAct,
  serveSetAside,
} from '../test/desk-acts.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: DESK_NOW, toFake: ['Date'] })
  serveParks([])
  serveSetAside([])
  return () => vi.useRealTimers()
})

test('support is not offered what an admin alone may do', async () => {
  signInAs('support')
  serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('button', { name: 'Stop mails of all lists' })
  for (const name of ['Confirm the address', 'Export all data', 'Erase the visitor'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('an admin grants and revokes roles, and removes a second factor', async () => {
  const userId = '5b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
  const account = { id: userId, created_at: '2026-04-14T12:00:00Z', app_metadata: { roles: ['support'] } }
  const served = {
    identity: { account: [account], secondFactors: [{ id: 'factor', status: 'verified' }] },
    found: [{ email: EMAIL, userId }],
  }
  signInAs('admin')
  serveDesk(served)
  const asked: string[] = []
  server.use(
    http.all('*/api/identity/users/:userId/*', ({ request }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname.replace(/.*users/, '')}`)
      return asked.length === 1 ? refusal('last-admin') : nothing()
    }),
  )
  const act = await openAct('Revoke the role support')
  expect(act.dialog.queryByLabelText(/^Reason/)).toBeNull()
  await act.user.click(doIt(act.dialog))
  expect(await act.dialog.findByText('The last admin')).toBeDefined()
  await act.user.click(doIt(act.dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const name of ['Grant the role moderator', 'Remove the second factor']) {
    const { user, dialog } = await openShown(name)
    await user.click(doIt(dialog))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(asked).toEqual([
    `DELETE /${userId}/roles/support`,
    `DELETE /${userId}/roles/support`,
    `PUT /${userId}/roles/moderator`,
    `DELETE /${userId}/factors`,
  ])
})

test('a visitor is erased after their address is typed, and the desk is empty then', async () => {
  signInAs('admin')
  serveDesk()
  const bodies = serveAct('/identity/visitors/erase', nothing)
  const act = await openAct('Erase the visitor')
  const { user, dialog } = act
  await confirm(act)
  expect(bodies).toEqual([])
  await user.type(dialog.getByLabelText('Type the address to confirm'), EMAIL.toUpperCase())
  await user.click(doIt(dialog))
  await waitFor(() => expect(screen.queryByRole('heading', { name: EMAIL })).toBeNull())
  expect(bodies).toEqual([{ email: EMAIL, userId: null, reason: 'Asked by letter' }])
  expect(await screen.findByText(/Each look-up is an entry/)).toBeDefined()
})

test('the data of all services are saved to one file, and none where one does not answer', async () => {
  signInAs('admin')
  serveDesk()
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (saved.push(file as Blob), 'blob:data'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const answers = KEEPERS.map((keeper) => () => HttpResponse.json({ [`of-${keeper}`]: [] }))
  const bodies = KEEPERS.map((keeper, at) => serveAct(`/${keeper}/visitors/export`, () => answers[at]!()))
  const broken = answers.splice(0, 1, () => refusal('unavailable'))
  const act = await openAct('Export all data')
  await confirm(act)
  expect(await act.dialog.findByText('Nothing was saved')).toBeDefined()
  expect(saved).toEqual([])

  answers.splice(0, 1, ...broken)
  await act.user.click(doIt(act.dialog))
  await waitFor(() => expect(saved).toHaveLength(1))
  const file = JSON.parse(await saved[0]!.text()) as { data: object }
  expect(Object.keys(file.data)).toEqual(KEEPERS)
  expect(bodies.map(([body]) => body)).toEqual(
    KEEPERS.map(() => ({ email: EMAIL, userId: null, reason: 'Asked by letter' })),
  )
})

test('an event that was set aside is tried first, and applied where that would work', async () => {
  signInAs('admin')
  const event = {
    position: '42',
    provider: 'stripe',
    receivedAt: '2026-04-14T12:00:00Z',
    attempts: 6,
    rejection: XSS,
  }
  serveSetAside([event])
  const bodies = serveAct('/billing/provider-events/42/replay', () =>
    HttpResponse.json({ outcome: bodies.length === 1 ? 'would-be-applied' : 'queued', why: null }),
  )
  const { user } = renderApp('/admin/desk')
  const tryIt = await screen.findByRole('button', { name: 'Try Stripe 42' })
  expect(screen.queryByRole('button', { name: 'Apply Stripe 42' })).toBeNull()
  expect(document.querySelector('img[src="x"]')).toBeNull()
  await user.click(tryIt)
  await confirm(
    { user, dialog: within(await screen.findByRole('dialog', { name: 'Try Stripe 42?' })) },
    'Try Stripe 42',
  )
  expect(await screen.findByText('It would be applied now. Nothing was changed.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Apply Stripe 42' }))
  await confirm(
    { user, dialog: within(await screen.findByRole('dialog', { name: 'Apply Stripe 42?' })) },
    'Apply Stripe 42',
  )
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies.map((body) => (body as { isDryRun: boolean }).isDryRun)).toEqual([true, false])
})
