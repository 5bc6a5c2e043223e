import { newAlertPreferences, type AlertPreferences } from '@walkon/contracts/http/alert-preferences'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { LINK, serveManagePage } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const PARK = {
  parkId: aSubscription().parkId,
  parkName: 'Magic Kingdom Park',
  timezone: 'America/New_York',
}
const NOTHING_SET: AlertPreferences = { quietHours: null, pausedParks: [] }

const nextMidnight = () => new Date(Date.now() + 6 * 3_600_000).toISOString()
const paused = (park: Partial<AlertPreferences['pausedParks'][number]> = {}) => ({
  ...PARK,
  pausedUntil: nextMidnight(),
  ...park,
})

/** An alert-evaluator that remembers, with what it was asked to change. */
function servePreferences(preferences: AlertPreferences = NOTHING_SET) {
  serveParks([])
  serveManagePage()
  let kept = preferences
  const changes: unknown[] = []
  const keep = (change: unknown, after: AlertPreferences) => {
    changes.push(change)
    kept = after
    return HttpResponse.json(kept)
  }
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([aSubscription()])),
    http.get('*/api/alerts/preferences', () => HttpResponse.json(kept)),
    http.put('*/api/alerts/preferences', async ({ request }) => {
      const { quietHours } = newAlertPreferences.parse(await request.json())
      return keep(quietHours, { ...kept, quietHours })
    }),
    http.put('*/api/alerts/preferences/pause', () => keep('pause', { ...kept, pausedParks: [paused()] })),
    http.delete('*/api/alerts/preferences/pause', () => keep('resume', { ...kept, pausedParks: [] })),
  )
  return changes
}

const pauseSection = () => screen.findByRole('region', { name: 'Pause for today' })
const quietSection = () => screen.findByRole('region', { name: 'Quiet hours' })

test('alerts are paused for today and resumed with one button, and the page says which they are', async () => {
  const changes = servePreferences()
  const { user } = renderApp(LINK)
  const section = await pauseSection()
  expect(section.textContent).toContain('Enough for today?')

  await user.click(within(section).getByRole('button', { name: 'Pause for today' }))
  await within(section).findByText('Paused for today')
  expect(screen.getByText(/^Paused until .* E[DS]T\.$/)).toBeDefined()

  await user.click(within(section).getByRole('button', { name: 'Resume' }))
  await within(section).findByText('Your alerts are on again')
  expect(changes).toEqual(['pause', 'resume'])
})

test('two clicks on the pause are one', async () => {
  const changes = servePreferences()
  const { user } = renderApp(LINK)
  await user.dblClick(within(await pauseSection()).getByRole('button', { name: 'Pause for today' }))
  await screen.findByRole('button', { name: 'Resume' })
  expect(changes).toEqual(['pause'])
})

test('parks that begin their next day at other instants say so each', async () => {
  servePreferences({
    quietHours: null,
    pausedParks: [
      paused({ pausedUntil: '2099-07-02T08:00:00.000Z' }),
      paused({ parkName: 'EPCOT', pausedUntil: '2099-07-02T08:00:00.000Z' }),
      paused({
        parkName: 'Disneyland Park',
        timezone: 'Europe/Paris',
        pausedUntil: '2099-07-03T02:00:00.000Z',
      }),
    ],
  })
  const another = aSubscription({ id: '9a0f3a4e-6f1e-4a53-9d5a-0d6a1f7a9b12', parkName: 'EPCOT' })
  server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([aSubscription(), another])))
  renderApp(LINK)
  const section = await pauseSection()
  expect(section.textContent).toContain(
    'Magic Kingdom Park and EPCOT start again Thu, Jul 2, 4 am EDT. Disneyland Park starts again Fri, Jul 3, 4 am GMT+2 (Thu, Jul 2, 10 pm your time).',
  )
})

test('a pause whose day is over is shown as none', async () => {
  servePreferences({ quietHours: null, pausedParks: [paused({ pausedUntil: '2026-01-01T05:00:00.000Z' })] })
  renderApp(LINK)
  expect((await pauseSection()).textContent).toContain('Enough for today?')
})

test('a pause that fails says why, and the button is there for the next try', async () => {
  servePreferences()
  server.use(http.put('*/api/alerts/preferences/pause', () => refusal('internal')))
  const { user } = renderApp(LINK)
  const section = await pauseSection()
  await user.click(within(section).getByRole('button', { name: 'Pause for today' }))
  await within(section).findByRole('alert')
  expect(within(section).getByRole('button', { name: 'Pause for today' })).toBeDefined()
})

test('quiet hours are off until they are turned on, are saved in the park’s time, and are turned off again', async () => {
  const changes = servePreferences()
  const { user } = renderApp(LINK)
  const section = await quietSection()
  expect(section.textContent).toContain('After quiet hours, you hear about rides that are short then.')
  expect(within(section).getByText('Off')).toBeDefined()
  expect(within(section).queryByRole('button', { name: 'Turn off' })).toBeNull()

  const from = within(section).getByLabelText<HTMLInputElement>('From')
  await user.clear(from)
  await user.type(from, '21:30')
  await user.click(within(section).getByRole('button', { name: 'Turn on quiet hours' }))
  await within(section).findByText('On: from 9:30 pm to 8 am, in the park’s time.')
  expect(screen.getByRole('status', { name: 'Notices' }).textContent).toContain('Quiet hours saved')

  await user.click(within(section).getByRole('button', { name: 'Turn off' }))
  await within(section).findByText('Off')
  expect(changes).toEqual([{ from: '21:30', until: '08:00' }, null])
})

test('quiet hours that are set show their times', async () => {
  servePreferences({ quietHours: { from: '13:00', until: '15:15' }, pausedParks: [] })
  renderApp(LINK)
  const section = await quietSection()
  expect(within(section).getByText('On: from 1 pm to 3:15 pm, in the park’s time.')).toBeDefined()
  expect(within(section).getByLabelText<HTMLInputElement>('Until').value).toBe('15:15')
})

test('quiet hours that end when they begin are not sent, and the field says why', async () => {
  const changes = servePreferences({ quietHours: { from: '13:00', until: '15:00' }, pausedParks: [] })
  const { user } = renderApp(LINK)
  const section = await quietSection()
  const until = within(section).getByLabelText<HTMLInputElement>('Until')
  await user.clear(until)
  await user.type(until, '13:00')
  await user.click(within(section).getByRole('button', { name: 'Save quiet hours' }))
  await within(section).findByText('Same time twice')
  expect(until.getAttribute('aria-invalid')).toBe('true')

  await user.clear(until)
  await user.click(within(section).getByRole('button', { name: 'Save quiet hours' }))
  await within(section).findByText('Time needed')
  expect(changes).toEqual([])
})

test('quiet hours that cannot be saved stay as they were typed', async () => {
  servePreferences()
  server.use(http.put('*/api/alerts/preferences', () => refusal('internal')))
  const { user } = renderApp(LINK)
  const section = await quietSection()
  const from = within(section).getByLabelText<HTMLInputElement>('From')
  await user.clear(from)
  await user.type(from, '20:00')
  await user.click(within(section).getByRole('button', { name: 'Turn on quiet hours' }))
  await within(section).findByRole('alert')
  expect(from.value).toBe('20:00')
})

test('preferences that cannot be loaded leave the rides as they are, and are tried again', async () => {
  servePreferences()
  server.use(http.get('*/api/alerts/preferences', () => refusal('internal')))
  const { user } = renderApp(LINK)
  const section = await quietSection()
  expect(screen.getByRole('switch', { name: 'Alerts for Magic Kingdom Park' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Pause for today' })).toBeNull()
  expect(screen.getByText('We can’t check right now if these alerts come.')).toBeDefined()
  expect(screen.queryByText(/^Watching/)).toBeNull()
  server.use(http.get('*/api/alerts/preferences', () => HttpResponse.json(NOTHING_SET)))
  await user.click(within(section).getByRole('button', { name: 'Try again' }))
  expect(await pauseSection()).toBeDefined()
})

test('a lost answer about the pause is asked for again by itself', async () => {
  servePreferences({ quietHours: null, pausedParks: [paused()] })
  server.use(http.get('*/api/alerts/preferences', () => HttpResponse.error(), { once: true }))
  renderApp(LINK)
  await screen.findByText('We can’t check right now if these alerts come.')
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeDefined()
})

test('a manage link that ends while its page is open says so when alerts are paused', async () => {
  servePreferences()
  const { user } = renderApp(LINK)
  const section = await pauseSection()
  server.use(
    http.get('*/api/alerts/subscriptions', () => refusal('unauthorized')),
    http.put('*/api/alerts/preferences/pause', () => refusal('unauthorized')),
  )
  await user.click(within(section).getByRole('button', { name: 'Pause for today' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This link no longer works'))
})

test('without a park there is nothing to pause', async () => {
  servePreferences()
  server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])))
  renderApp(LINK)
  await screen.findByText('No alerts are running')
  expect(screen.queryByRole('region', { name: 'Pause for today' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Quiet hours' })).toBeNull()
})
