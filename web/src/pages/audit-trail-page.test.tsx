import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { AUDITED_SERVICES, trailPath } from '../features/audit/trail.ts'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const KIM = '1b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
const GONE = '2b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
const ORDER = '3b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'

beforeEach(() => serveParks([]))

function signInAs(...roles: string[]) {
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles })
}

const anAct = (id: number, overrides: object = {}) => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  actorId: KIM,
  action: 'refund-payment',
  subjectId: ORDER,
  reason: '=HYPERLINK("x")',
  actedAt: '2026-04-14T13:00:00Z',
  ...overrides,
})

/** Each service's trail at its wire; `asked` has the queries that billing was asked. */
function serveTrails({ billing = [anAct(1)], identity = [] as object[] } = {}) {
  const asked: Record<string, string>[] = []
  server.use(
    http.get('*/api/identity/staff', () =>
      HttpResponse.json([{ id: KIM, email: 'kim@example.com', roles: ['support'] }]),
    ),
    ...AUDITED_SERVICES.map((service) =>
      http.get(`*/api${trailPath(service)}`, ({ request }) => {
        if (service === 'billing') asked.push(Object.fromEntries(new URL(request.url).searchParams))
        const items = service === 'billing' ? billing : service === 'identity' ? identity : []
        return HttpResponse.json({ items, next: null })
      }),
    ),
  )
  return asked
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Entries' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test.for([['support'], ['moderator'], []])('a visitor with the roles %j is sent home', async (roles) => {
  signInAs(...roles)
  const { address } = renderApp('/admin/audit')
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByText('You do not have admin privileges')).toBeDefined()
})

test('acts of all services are one list, the newest first, with who did what to whom and why', async () => {
  signInAs('admin')
  const identity = [anAct(2, { action: 'read-visitor', actorId: GONE, actedAt: '2026-04-14T14:00:00Z' })]
  serveTrails({ identity })
  renderApp('/admin/audit')

  const [first = '', second = ''] = await rows()
  for (const part of ['read visitor', 'Accounts', GONE]) expect(first).toContain(part)
  for (const part of ['kim@example.com', 'refund payment', 'Orders and payments', ORDER, '=HYPERLINK("x")'])
    expect(second).toContain(part)
})

test('one look-up of the desk is one line, with every service that it asked', async () => {
  signInAs('admin')
  const look = { action: 'read-visitor', reason: null, lookUpId: ORDER }
  serveTrails({ billing: [anAct(1, look)], identity: [anAct(2, look)] })
  renderApp('/admin/audit')

  const lines = await rows()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('read visitor Accounts, Orders and payments')
})

test('the trail is narrowed by each service, back shows all of it, and no address names an account', async () => {
  signInAs('admin')
  const asked = serveTrails()
  const { user, address } = renderApp('/admin/audit')
  await rows()
  const form = within(screen.getByRole('form', { name: 'Narrow the trail' }))
  await user.selectOptions(form.getByLabelText('Who'), KIM)
  await user.type(form.getByLabelText(/^What/), 'Refund Payment')
  await user.type(form.getByLabelText(/^To whom/), ORDER)
  await user.selectOptions(form.getByLabelText('Part'), 'Orders and payments')
  await user.type(form.getByLabelText('First day'), '2026-04-14')
  await user.type(form.getByLabelText('Last day'), '2026-04-14')
  await user.click(form.getByRole('button', { name: 'Show' }))

  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toEqual({
    actorId: KIM,
    action: 'refund-payment',
    subjectId: ORDER,
    from: new Date('2026-04-14T00:00:00').toISOString(),
    until: new Date('2026-04-15T00:00:00').toISOString(),
    limit: '50',
  })
  expect(address()).toBe('/admin/audit')
  await user.click(await screen.findByRole('button', { name: 'Show everything' }))
  await waitFor(() => expect(screen.getByLabelText('Who')).toHaveProperty('value', ''))
})

test('days in the wrong order and an act of other letters are refused at their fields, and nothing is asked', async () => {
  signInAs('admin')
  const asked = serveTrails()
  const { user } = renderApp('/admin/audit')
  await rows()
  const form = within(screen.getByRole('form', { name: 'Narrow the trail' }))
  await user.type(form.getByLabelText(/^What/), 'refund=1')
  await user.type(form.getByLabelText('First day'), '2026-04-15')
  await user.type(form.getByLabelText('Last day'), '2026-04-14')
  await user.click(form.getByRole('button', { name: 'Show' }))

  expect(await form.findByText('No such act')).toBeDefined()
  expect(form.getByText('Before the first day')).toBeDefined()
  await expectFocusOn(form.getByLabelText(/^What/))
  expect(asked).toHaveLength(1)
})

test('a service that does not answer is named, and the others are shown', async () => {
  signInAs('admin')
  serveTrails()
  server.use(http.get('*/api/rankings/admin-actions', () => refusal('unavailable')))
  renderApp('/admin/audit')
  expect((await screen.findByRole('alert')).textContent).toContain('these did not answer: Rankings')
  expect(await rows()).toHaveLength(1)
})

test('where nothing was done the page says so', async () => {
  signInAs('admin')
  serveTrails({ billing: [] })
  renderApp('/admin/audit')
  expect(await screen.findByText(/No entries match/)).toBeDefined()
})

test('all entries of the filter are saved as CSV, in which no cell is a formula', async () => {
  signInAs('admin')
  serveTrails()
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = renderApp('/admin/audit')
  await rows()
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }))

  await waitFor(() => expect(files).toHaveLength(1))
  const lines = (await files[0]!.text()).split('\r\n')
  expect(lines[1]).toBe(
    `"2026-04-14T13:00:00Z","kim@example.com","${KIM}","refund-payment","Orders and payments","${ORDER}","'=HYPERLINK(""x"")",""`,
  )
})

test('a file is not saved without the entries of a service', async () => {
  signInAs('admin')
  serveTrails()
  const { user } = renderApp('/admin/audit')
  await rows()
  server.use(http.get('*/api/flights/admin-actions', () => refusal('unavailable')))
  const save = vi.spyOn(URL, 'createObjectURL')
  save.mockClear()
  await user.click(screen.getByRole('button', { name: 'Save as CSV' }))
  expect(await screen.findByText(/We are busy/)).toBeDefined()
  expect(save).not.toHaveBeenCalled()
})
