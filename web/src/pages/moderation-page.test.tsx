import type { ItemRequest, ReportedReview, RequestStatus } from '@walkon/contracts/http/moderation'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { aReport, aRequest } from '../test/rankings.ts'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles: ['moderator'] })
})

/** The queue at its wire. `asked` holds every decision. */
function serveQueue(requests: ItemRequest[], reports: ReportedReview[] = []) {
  const queue = { requests, reports, asked: [] as { call: string; body: unknown }[] }
  const of = (status: RequestStatus) => queue.requests.filter((request) => request.status === status)
  const noted = async ({ request }: { request: Request }, status?: RequestStatus, id?: unknown) => {
    const text = await request.text()
    queue.asked.push({
      call: new URL(request.url).pathname.replace('/api/rankings', ''),
      body: text === '' ? null : (JSON.parse(text) as unknown),
    })
    if (status)
      queue.requests = queue.requests.map((each) => (each.requestId === id ? { ...each, status } : each))
    return new HttpResponse(null, { status: 204 })
  }
  server.use(
    http.get('*/api/rankings/moderation/counts', () =>
      HttpResponse.json({
        pending: of('pending').length,
        approved: of('approved').length,
        rejected: of('rejected').length,
        reports: queue.reports.length,
      }),
    ),
    http.get('*/api/rankings/item-requests', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status') as RequestStatus
      return HttpResponse.json({ items: of(status), next: null })
    }),
    http.post('*/api/rankings/item-requests/:id/approve', (call) =>
      noted(call, 'approved', call.params['id']),
    ),
    http.post('*/api/rankings/item-requests/:id/reject', (call) =>
      noted(call, 'rejected', call.params['id']),
    ),
    http.get('*/api/rankings/reports', () => HttpResponse.json(queue.reports)),
    http.post('*/api/rankings/reviews/:id/decision', async (call) => {
      const answer = await noted(call)
      queue.reports = queue.reports.filter(({ reviewId }) => reviewId !== call.params['id'])
      return answer
    }),
  )
  return queue
}

test('pending requests come first, in three skeletons before, and each tab has its count', async () => {
  serveQueue([
    aRequest(),
    aRequest({ status: 'approved', reviewedBy: 'Grace', reviewedAt: '2026-07-02T16:00:00Z' }),
  ])
  renderApp('/moderation')
  expect((await screen.findByRole('status', { name: 'Loading the requests' })).children).toHaveLength(3)
  const [row] = within(await screen.findByRole('list', { name: 'Pending' })).getAllByRole('listitem')

  expect(row?.textContent).toMatch(/^Dapper DansMagic Kingdom Park, ExperiencePendingAda, .*They sing$/)
  expect((await screen.findAllByRole('tab', { name: /\(/ })).map((tab) => tab.textContent)).toEqual([
    'Pending (1)',
    'Approved (1)',
    'Rejected (0)',
    'Reports (0)',
  ])
})

test('a decided request says by whom, and has no buttons', async () => {
  serveQueue([aRequest({ status: 'approved', reviewedBy: 'Grace', reviewedAt: '2026-07-02T16:00:00Z' })])
  const { user } = renderApp('/moderation')
  await user.click(await screen.findByRole('tab', { name: 'Approved (1)' }))
  expect(await screen.findByText(/Approved by Grace/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test.for([
  ['Pending (0)', 'No pending requests'],
  ['Approved (0)', 'No approved requests'],
  ['Rejected (0)', 'No rejected requests'],
] as const)('an empty tab %s says “%s”', async ([tab, words]) => {
  serveQueue([])
  const { user } = renderApp('/moderation')
  await user.click(await screen.findByRole('tab', { name: tab }))
  expect(await screen.findByText(words)).toBeDefined()
})

test('an approved item leaves the list at once and is told of; two clicks are one decision', async () => {
  const request = aRequest()
  const queue = serveQueue([request])
  renderApp('/moderation')
  clickTwiceAtOnce(await screen.findByRole('button', { name: 'Approve Dapper Dans' }))
  expect(screen.queryByRole('button', { name: 'Approve Dapper Dans' })).toBeNull()

  expect(await screen.findByText('Request Approved')).toBeDefined()
  expect(screen.getByText('Dapper Dans has been added to the rankings')).toBeDefined()
  expect(queue.asked.map(({ call }) => call)).toEqual([`/item-requests/${request.requestId}/approve`])
  expect(await screen.findByRole('tab', { name: 'Approved (1)' })).toBeDefined()
})

test('a new item is approved under the name and type that a moderator corrects, and only what differs is sent', async () => {
  const queue = serveQueue([aRequest({ name: 'Dole Wip', type: 'ride' })])
  const { user } = renderApp('/moderation')
  await user.click(await screen.findByRole('button', { name: 'Correct Dole Wip' }))
  const name = screen.getByLabelText('Name')
  await user.clear(name)
  expect(screen.getByRole('button', { name: 'Approve Dole Wip' })).toHaveProperty('disabled', true)
  await user.type(name, 'Dole Whip')
  await user.selectOptions(screen.getByLabelText('Type'), 'Food')
  await user.click(screen.getByRole('button', { name: 'Approve Dole Wip' }))
  expect(await screen.findByText('Dole Whip has been added to the rankings')).toBeDefined()
  expect(queue.asked).toMatchObject([{ body: { name: 'Dole Whip', type: 'food' } }])
})

test('a rejected request is told of, with the reason for who suggested it', async () => {
  const queue = serveQueue([aRequest()])
  const { user } = renderApp('/moderation')
  await user.selectOptions(await screen.findByLabelText(/^Why .* is rejected/), 'Not clear')
  await user.click(await screen.findByRole('button', { name: 'Reject Dapper Dans' }))
  expect(await screen.findByText('Request Rejected')).toBeDefined()
  expect(queue.asked).toMatchObject([{ body: { reason: 'unclear' } }])
})

test('an edit shows what changes, from what to what', async () => {
  const edit = {
    itemId: aRequest().requestId,
    name: { from: 'Tiki Room', to: 'Enchanted Tiki Room' },
    description: { from: null, to: 'Birds' },
  }
  serveQueue([aRequest({ name: 'Tiki Room', edit, description: 'EDIT REQUEST for "Tiki Room"' })])
  renderApp('/moderation')
  expect(await screen.findByText('EDIT REQUEST for "Tiki Room"')).toBeDefined()
  expect(screen.getByText('Tiki Room', { selector: 'del' })).toBeDefined()
  expect(screen.getByText('Enchanted Tiki Room', { selector: 'ins' })).toBeDefined()
  expect(screen.getByText('Birds', { selector: 'ins' })).toBeDefined()
})

test('when another moderator was first the request comes back with words, and without buttons', async () => {
  serveQueue([aRequest()])
  server.use(
    http.post('*/api/rankings/item-requests/:id/approve', () =>
      HttpResponse.json(
        {
          type: '/api/docs/problems#request-decided',
          title: 'Request decided',
          status: 409,
          code: 'request-decided',
          detail: 'Rejected by Grace',
          requestId: 'a',
        },
        { status: 409 },
      ),
    ),
  )
  const { user } = renderApp('/moderation')
  await user.click(await screen.findByRole('button', { name: 'Approve Dapper Dans' }))
  expect(await screen.findByText('Rejected by Grace.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reject Dapper Dans' })).toBeNull()
})

test('a decision that failed brings the request back with both buttons', async () => {
  serveQueue([aRequest()])
  server.use(http.post('*/api/rankings/item-requests/:id/reject', () => refusal('internal')))
  const { user } = renderApp('/moderation')
  await user.click(await screen.findByRole('button', { name: 'Reject Dapper Dans' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to reject request')
  expect(screen.getByRole('button', { name: 'Approve Dapper Dans' })).toBeDefined()
})

test('a reported review is kept, or removed for the reason that its author is told', async () => {
  const [one, other] = [aReport({ itemName: 'One' }), aReport({ itemName: 'Other' })]
  const queue = serveQueue([], [one, other])
  const { user } = renderApp('/moderation')
  await user.click(await screen.findByRole('tab', { name: 'Reports (2)' }))
  await user.click(await screen.findByRole('button', { name: 'Keep the review of One' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep the review of One' })).toBeNull())
  await user.selectOptions(screen.getByLabelText(/^Why, in the mail to the author/), 'Off-topic')
  await user.click(screen.getByRole('button', { name: 'Delete the review of Other' }))

  expect(await screen.findByText('No reported reviews')).toBeDefined()
  const ofVersion = { version: 3, requestId: expect.any(String) as string }
  expect(queue.asked).toEqual([
    { call: `/reviews/${one.reviewId}/decision`, body: { decision: 'keep', ...ofVersion } },
    {
      call: `/reviews/${other.reviewId}/decision`,
      body: { decision: 'delete', reason: 'off-topic', ...ofVersion },
    },
  ])
})

test('the name under a reported review is reset after a question', async () => {
  const review = aReport({ reviewer: 'Buy at Bob’s' })
  const queue = serveQueue([], [review])
  server.use(
    http.post('*/api/rankings/reviews/:id/name-reset', async ({ request }) => {
      queue.asked.push({ call: 'name-reset', body: await request.json() })
      queue.reports = [{ ...review, reviewer: null }]
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderApp('/moderation')
  await user.click(await screen.findByRole('tab', { name: 'Reports (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Reset the name Buy at Bob’s' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset this name?' }))
  await user.click(dialog.getByRole('button', { name: 'Reset the name' }))
  await waitFor(() => expect(screen.queryByText(/Buy at Bob/)).toBeNull())
  expect(queue.asked).toMatchObject([{ body: { name: 'Buy at Bob’s' } }])
})

test('keys move through the requests and decide the one with the focus, which goes on to the next', async () => {
  const [first, second, third] = ['Dapper Dans', 'Monorail', 'Skyliner'].map((name) => aRequest({ name }))
  const queue = serveQueue([first, second, third].filter((request) => request !== undefined))
  const { user } = renderApp('/moderation')
  await screen.findByText('Dapper Dans')
  await user.keyboard('a')
  expect(queue.asked).toEqual([])
  await user.keyboard('jj')
  await user.keyboard('r')
  await waitFor(() =>
    expect(queue.asked).toEqual([
      {
        call: `/item-requests/${second?.requestId}/reject`,
        body: { reason: 'other', requestId: expect.any(String) as string },
      },
    ]),
  )
  const rowOf = (name: string) => screen.getByText(name).closest('li')
  await expectFocusOn(rowOf('Skyliner'))
  await user.keyboard('k')
  await expectFocusOn(rowOf('Dapper Dans'))
})

test('a new item shows which ones of its park have a name like it', async () => {
  serveQueue([aRequest({ name: 'Space Mountian', alike: ['Space Mountain', 'Splash Mountain'] })])
  renderApp('/moderation')
  const row = (await screen.findByText('Space Mountian')).closest('li')
  expect(row?.textContent).toContain('There already: Space Mountain, Splash Mountain')
})
