import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { newTestAlert, type NumberWay, type Way, type WayList } from '@walkon/contracts/http/ways'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { anEmailWay, LINK, serveManagePage } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const aNumber = (overrides: Partial<NumberWay> = {}): NumberWay => ({
  channel: 'sms',
  number: '••• 0123',
  state: 'confirmed',
  isTested: true,
  lastTest: null,
  ...overrides,
})

const listOf = (ways: readonly Way[]): WayList => ({
  email: ways.find((way) => way.channel === 'email') ?? anEmailWay(),
  numbers: ways.filter((way) => way.channel === 'sms'),
})

/** A notifier with these ways, which answers each press by `then`. */
function serveWays(ways: Way[], then: { code?: ProblemCode; ways?: Way[] } = {}) {
  serveParks([])
  serveManagePage()
  const calls: string[] = []
  let shown = ways
  const answer = (call: string) => {
    calls.push(call)
    if (then.code) return refusal(then.code)
    shown = then.ways ?? shown
    return HttpResponse.json({ status: 'queued' }, { status: 202 })
  }
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])),
    http.get('*/api/notifications/ways', () => HttpResponse.json(listOf(shown))),
    http.post('*/api/notifications/test-alerts', async ({ request }) =>
      answer(`test ${newTestAlert.parse(await request.json()).channel}`),
    ),
    http.post('*/api/notifications/ways/email/:action', ({ params }) =>
      answer(`email ${String(params['action'])}`),
    ),
    http.post('*/api/notifications/ways/sms/question', () => answer('question')),
  )
  return calls
}

const ways = () => screen.findByRole('region', { name: 'Where your alerts go' })

test.for([
  ['by email', 'test email', anEmailWay({ lastTest: tested('delivered') }), aNumber()],
  ['by text', 'test sms', anEmailWay(), aNumber({ lastTest: tested('delivered') })],
] as const)('a test alert %s is sent once, and its result is read out', async ([name, call, ...after]) => {
  const calls = serveWays([anEmailWay(), aNumber()], { ways: [...after] })
  const { user } = renderApp(LINK)
  await user.click(await within(await ways()).findByRole('button', { name: `Send a test alert ${name}` }))
  const result = await screen.findByText('Test alert delivered.')
  expect(result.getAttribute('aria-live')).toBe('polite')
  expect(calls).toEqual([call])
})

function tested(state: NonNullable<Way['lastTest']>['state'], reason: string | null = null) {
  return { state, reason, requestedAt: '2026-04-14T18:41:00Z' }
}

test('a test that did not arrive says why', async () => {
  serveWays([anEmailWay({ lastTest: tested('bounced', 'hard-bounce') })])
  renderApp(LINK)
  expect(
    await screen.findByText('Test Alert Failed. Not delivered: your mailbox does not exist.'),
  ).toBeDefined()
})

test.for([
  ['address-suppressed', 'Test Alert Failed'],
  ['internal', 'Test Failed'],
  ['too-many-requests', 'That is enough for now'],
] as const)('a test that is refused with %s says “%s”', async ([code, title]) => {
  serveWays([anEmailWay()], { code })
  const { user } = renderApp(LINK)
  await user.click(await within(await ways()).findByRole('button', { name: /test alert/ }))
  expect((await within(await ways()).findByRole('alert')).textContent).toContain(title)
})

test.for([
  [anEmailWay({ state: 'unsubscribed' }), 'Get alert emails again', 'email resume', 'by email'],
  [anEmailWay({ state: 'bounced' }), 'Email me a link', 'email link', 'by email'],
  [aNumber({ state: 'waiting-for-yes', isTested: false }), 'Send the question again', 'question', 'by text'],
] as const)('a way that waits offers what helps: $0.state', async ([way, name, call, untested]) => {
  const calls = serveWays([way])
  const { user } = renderApp(LINK)
  await user.click(await within(await ways()).findByRole('button', { name }))
  await waitFor(() => expect(calls).toEqual([call]))
  expect(screen.queryByRole('button', { name: `Send a test alert ${untested}` })).toBeNull()
})

test('alert emails that were turned on again say so, and the focus stays at their address', async () => {
  serveWays([anEmailWay({ state: 'unsubscribed' })], { ways: [anEmailWay()] })
  const { user } = renderApp(LINK)
  await user.click(await within(await ways()).findByRole('button', { name: 'Get alert emails again' }))
  const said = await within(await ways()).findByText('Alert emails are on again.')
  expect(said.getAttribute('aria-live')).toBe('polite')
  expect(document.activeElement?.textContent).toBe('Alert emails come here.')
})

test.for([
  anEmailWay({ state: 'complained' }),
  anEmailWay({ state: 'bounced', takesLetters: false }),
  anEmailWay({ state: 'invalid' }),
])('an address that only support can fix leads there: $state', async (way) => {
  serveWays([way])
  renderApp(LINK)
  expect(await within(await ways()).findByRole('link', { name: 'Ask us to fix it' })).toBeDefined()
})

test('a list that does not load offers the next try', async () => {
  serveWays([anEmailWay()])
  server.use(http.get('*/api/notifications/ways', () => refusal('internal'), { once: true }))
  const { user } = renderApp(LINK)
  await user.click(await within(await ways()).findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('v•••@example.com')).toBeDefined()
})
