import { SERVICE_NAMES, SERVICES } from '@walkon/contracts/services'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { signInAs, XSS } from '../test/desk.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  server.use(
    http.get('*/api/*/system', () => HttpResponse.json({ startedAt: AT, readAt: AT, figures: [] })),
    http.get('*/api/parks/system/polls', () => HttpResponse.json([])),
    http.get('*/api/billing/system/sold-days', () =>
      HttpResponse.json({ dailyPassesPerPark: null, days: [] }),
    ),
    http.get('*/api/notifications/system/sends', () =>
      HttpResponse.json({ day: HOURS, weekBefore: HOURS, errors: [] }),
    ),
  )
})

const AT = '2026-04-14T13:00:00Z'
const HOURS = Array.from({ length: 24 }, () => ({ accepted: 0, failed: 0 }))
const ID = 'billing.passes.dlq/0/12'

const aLetter = (overrides: object = {}) => ({
  id: ID,
  topic: 'billing.passes',
  partition: 2,
  offset: '4711',
  type: 'PassActivated',
  occurredAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  errorClass: 'TypeError',
  errorMessage: XSS,
  standing: 'waiting',
  ...overrides,
})

/** Notifier has these letters, the other services have none. */
const serveLetters = (...letters: object[]) =>
  server.use(
    ...SERVICE_NAMES.map((name) =>
      http.get(`*${SERVICES[name].address}/dead-letters`, () =>
        HttpResponse.json({ letters: name === 'notifier' ? letters : [], total: letters.length }),
      ),
    ),
  )

async function open() {
  signInAs('admin')
  const { user } = renderApp('/admin/system')
  const region = within(await screen.findByRole('region', { name: 'Dead letters' }))
  await user.click(region.getByRole('button', { name: 'Read the dead letters' }))
  return { user, region }
}

test('support sees no dead letters: what is in one can name people', async () => {
  signInAs('support')
  renderApp('/admin/system')
  expect(await screen.findByRole('heading', { name: 'Messages by hour' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Dead letters' })).toBeNull()
})

test('a dead letter is told with its topic, offset, age and error, which is no markup', async () => {
  serveLetters(aLetter())
  const { region } = await open()

  expect(await region.findByText('Waiting: 1.')).toBeDefined()
  const letter = region.getByRole('listitem')
  for (const part of [
    'PassActivated for Messages',
    'billing.passes, partition 2, offset 4711',
    '3 h old',
    XSS,
  ])
    expect(letter.textContent).toContain(part)
  expect(document.querySelector('img[src="x"]')).toBeNull()
})

test('a letter is tried first, and replayed with a reason where that would work', async () => {
  serveLetters(aLetter())
  const sent: object[] = []
  server.use(
    http.post('*/api/notifications/dead-letters/replay', async ({ request }) => {
      sent.push((await request.json()) as object)
      return HttpResponse.json({ outcome: sent.length === 1 ? 'would-be-applied' : 'applied', why: null })
    }),
  )
  const { user, region } = await open()
  expect(await region.findByRole('button', { name: `Try ${ID}` })).toBeDefined()
  expect(region.queryByRole('button', { name: `Replay ${ID}` })).toBeNull()

  async function confirm(button: string) {
    await user.click(region.getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: `${button}?` }))
    await user.type(dialog.getByLabelText(/^Reason/), 'Mended')
    await user.click(dialog.getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await confirm(`Try ${ID}`)
  expect(await region.findByText('It would be applied now. Nothing was changed.')).toBeDefined()
  serveLetters(aLetter({ standing: 'applied-before' }))
  await confirm(`Replay ${ID}`)

  expect(sent).toEqual([
    { id: ID, isDryRun: true, reason: 'Mended' },
    { id: ID, isDryRun: false, reason: 'Mended' },
  ])
  expect(await region.findByText('No dead letter waits.')).toBeDefined()
  expect(region.getByText('Left alone: 1')).toBeDefined()
})

test('what a try would meet again is said, and nothing is offered', async () => {
  serveLetters(aLetter())
  server.use(
    http.post('*/api/notifications/dead-letters/replay', () =>
      HttpResponse.json({ outcome: 'refused', why: 'a bug of ours' }),
    ),
  )
  const { user, region } = await open()
  await user.click(await region.findByRole('button', { name: `Try ${ID}` }))
  await user.type(await screen.findByLabelText(/^Reason/), 'Mended')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: `Try ${ID}` }))

  expect(await region.findByText('It would be refused again: a bug of ours')).toBeDefined()
  expect(region.queryByRole('button', { name: `Replay ${ID}` })).toBeNull()
})

test('a service that does not answer is named, and the others are listed', async () => {
  serveLetters(aLetter())
  server.use(http.get('*/api/billing/dead-letters', () => refusal('unavailable')))
  const { region } = await open()

  expect((await region.findByRole('alert')).textContent).toContain('Orders and payments')
  expect(region.getByText('Waiting: 1.')).toBeDefined()
})
