import { act, screen, waitFor, within } from '@testing-library/react'
import type { IssueView, NewIssue } from '@walkon/contracts/http/newsletter-issues'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const anIssue = (overrides: Partial<IssueView> = {}): IssueView => ({
  issueId: crypto.randomUUID(),
  subject: 'Quiet hours',
  markdown: 'Come early.',
  version: 7,
  state: 'draft',
  createdAt: '2026-11-25T12:00:00Z',
  sentAt: null,
  queuedAt: null,
  mails: { waiting: 0, sent: 0, delivered: 0, failed: 0 },
  outcomes: [],
  ...overrides,
})
const PATH = '*/api/notifications/newsletter/issues'

beforeEach(() => {
  serveParks([])
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles: ['admin'] })
})

function serveIssues(issues: IssueView[] = []) {
  const asked = { saved: [] as NewIssue[], sent: [] as string[], tested: [] as string[] }
  server.use(
    http.get(PATH, () => HttpResponse.json({ items: issues, next: null })),
    http.post(PATH, async ({ request }) => {
      const words = (await request.json()) as NewIssue
      asked.saved.push(words)
      issues.unshift(anIssue(words))
      return HttpResponse.json(issues[0], { status: 201 })
    }),
    http.post(`${PATH}/:id/test`, ({ params }) => {
      asked.tested.push(String(params['id']))
      return HttpResponse.json(null, { status: 202 })
    }),
    http.post(`${PATH}/:id/send`, ({ params }) => {
      asked.sent.push(String(params['id']))
      const sent = { state: 'sending', sentAt: '2026-11-25T12:00:00Z' } as const
      issues.splice(0, issues.length, ...issues.map((issue) => ({ ...issue, ...sent })))
      return HttpResponse.json(issues[0], { status: 202 })
    }),
  )
  return asked
}

async function open() {
  const app = renderApp('/admin/newsletter')
  await screen.findByRole('form', { name: 'New issue' })
  return app
}

test('an issue is previewed while it is written, and saved as a draft', async () => {
  const asked = serveIssues()
  const { user } = await open()
  await user.type(screen.getByLabelText('Subject'), 'Quiet hours')
  await user.type(screen.getByLabelText(/^Text/), 'Come **early**.')
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  expect(preview.getByRole('heading', { name: 'Quiet hours' })).toBeDefined()
  expect(preview.getByText('early').tagName).toBe('STRONG')

  await user.click(screen.getByRole('button', { name: 'Save draft' }))

  expect(await screen.findByText('Draft')).toBeDefined()
  expect(asked.saved).toEqual([{ subject: 'Quiet hours', markdown: 'Come **early**.' }])
})

test('an issue without a subject is not saved', async () => {
  const asked = serveIssues()
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByText('Subject required')).toBeDefined()
  expect(asked.saved).toEqual([])
})

test('a draft is sent to oneself, and to all only after a question', async () => {
  const draft = anIssue()
  const asked = serveIssues([draft])
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send to me: Quiet hours' }))
  expect(await screen.findByText('On its way to your mailbox')).toBeDefined()
  expect(asked).toMatchObject({ tested: [draft.issueId], sent: [] })

  await user.click(screen.getByRole('button', { name: 'Send to all: Quiet hours' }))
  expect(asked.sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send now' }))

  expect(await screen.findByText(/^Sending since/)).toBeDefined()
  expect(asked.sent).toEqual([draft.issueId])
  expect(screen.queryByRole('button', { name: 'Send to all: Quiet hours' })).toBeNull()
})

test('a test mail whose answer was lost is asked for again by the same request, and the next one by another', async () => {
  serveIssues([anIssue()])
  const asked: unknown[] = []
  server.use(
    http.post(`${PATH}/:id/test`, async ({ request }) => {
      asked.push(await request.json())
      return asked.length === 1 ? refusal('unavailable') : HttpResponse.json(null, { status: 202 })
    }),
  )
  const { user } = await open()
  const button = await screen.findByRole('button', { name: 'Send to me: Quiet hours' })
  await user.click(button)
  expect(await screen.findByRole('alert')).toBeDefined()
  await user.click(button)
  expect(await screen.findByText('On its way to your mailbox')).toBeDefined()
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  await user.click(button)
  await waitFor(() => expect(asked).toHaveLength(3))

  expect(asked[1]).toEqual(asked[0])
  expect(asked[2]).not.toEqual(asked[0])
})

test('an issue that was sent says what became of its mails', async () => {
  const mails = { waiting: 0, sent: 1200, delivered: 1190, failed: 3 }
  serveIssues([anIssue({ state: 'sent', sentAt: '2026-11-25T12:00:00Z', mails })])
  await open()
  expect(await screen.findByText(/1,200 sent · 1,190 delivered · 3 not sent or returned$/)).toBeDefined()
})

test('an issue has its steps, in the words of the command that tells them', async () => {
  const sentAt = '2026-11-25T12:05:00Z'
  const outcomes = [{ state: 'delivered', mails: 1200, lastAt: '2026-11-25T12:06:10Z' }]
  serveIssues([anIssue({ state: 'sent', sentAt, queuedAt: '2026-11-25T12:05:30Z', outcomes })])
  const { user } = await open()
  await user.click(await screen.findByText(/^4 steps/))
  const steps = within(screen.getByText(/^4 steps/).closest('details')!).getAllByRole('listitem')
  const words = ['Written', 'Sent off', 'Last mail queued', 'Last of 1200 mails delivered', 'Issue ']
  expect(steps).toHaveLength(words.length)
  for (const [at, word] of words.entries()) expect(steps[at]?.textContent).toContain(word)
})

test('the figures of an issue follow its mails until the last receipt, without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const counts = { waiting: 0, sent: 0, delivered: 0, failed: 0 }
  const sentAt = new Date().toISOString()
  const issues = [anIssue({ state: 'sent', sentAt, mails: { ...counts, waiting: 1 } })]
  serveIssues(issues)
  await open()
  await screen.findByText(/0 sent · 0 delivered · 1 waiting$/)

  issues[0] = anIssue({ state: 'sent', sentAt, mails: { ...counts, sent: 1 } })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await screen.findByText(/1 sent · 0 delivered$/)
  issues[0] = anIssue({ state: 'sent', sentAt, mails: { ...counts, sent: 1, delivered: 1 } })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByText(/1 sent · 1 delivered$/)).toBeDefined()
})

test('an issue that another admin has sent meanwhile is not sent twice, and the question says so', async () => {
  serveIssues([anIssue()])
  server.use(http.post(`${PATH}/:id/send`, () => refusal('issue-sent')))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send to all: Quiet hours' }))
  await user.click(screen.getByRole('button', { name: 'Send now' }))
  expect(await screen.findByText('Already sent')).toBeDefined()
})

test('words that another admin has changed meanwhile are not sent: the question says so, and the list shows them', async () => {
  const draft = anIssue()
  const issues = [draft]
  serveIssues(issues)
  const asked: unknown[] = []
  server.use(
    http.post(`${PATH}/:id/send`, async ({ request }) => {
      asked.push(await request.json())
      issues.splice(0, 1, { ...draft, subject: 'Loud hours', version: 8 })
      return refusal('decision-conflict')
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send to all: Quiet hours' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Send now' }))

  expect(await dialog.findByText('Changed meanwhile')).toBeDefined()
  expect(await screen.findByText('Loud hours')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked).toEqual([
    { version: 7, requestId: expect.any(String) },
    { version: 7, requestId: expect.any(String) },
  ])
})
