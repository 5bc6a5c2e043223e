import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, find, RIDE, serveDesk, serveWaits, signInAs } from '../test/desk.ts'
import { DESK_NOW } from '../test/desk-acts.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: DESK_NOW, toFake: ['Date'] })
  serveParks([])
  return () => vi.useRealTimers()
})

test('the longest silence is answered when the page opens, and its words can be copied', async () => {
  signInAs('support')
  serveDesk()
  serveWaits({ '2026-04-14T13:00:00Z': 40, '2026-04-14T15:30:00Z': 25 })
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  const answers = within(await screen.findByRole('list', { name: 'Likeliest answers' }))
  expect(answers.getByText('“Why nothing from 9 am to 11:30 am EDT?”')).toBeDefined()
  expect(screen.getByText('never under 25 min')).toBeDefined()
  await user.click(answers.getByRole('button', { name: 'Copy: Longest silence' }))
  expect(await navigator.clipboard.readText()).toMatch(/did not get down to its limit\. Closest:/)
})

test('a reading that fails leaves the other answers, is said, and is tried again by a button', async () => {
  signInAs('support')
  serveDesk()
  server.use(http.get(`*/api/parks/attractions/${RIDE}/history`, () => refusal('unavailable')))
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  const failed = await screen.findByText(/The waits of 1 ride could not be read/)
  expect(screen.queryByRole('list', { name: 'Likeliest answers' })).toBeNull()
  expect(screen.getByLabelText('Why did I get nothing for')).toBeDefined()
  serveWaits({ '2026-04-14T13:00:00Z': 40, '2026-04-14T15:30:00Z': 25 })
  await user.click(within(failed.parentElement!).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('list', { name: 'Likeliest answers' })).toBeDefined()
})

test('“Why did I get nothing?” without a time is answered for the whole day', async () => {
  signInAs('support')
  serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await user.click(await screen.findByRole('button', { name: 'Answer' }))
  expect(
    await screen.findByText(/never got to 15 min on this day\. Lowest: 40 min at 2:05 pm\./),
  ).toBeDefined()
})

test('“Why did I get nothing?” after midnight is answered for the day that the park is in', async () => {
  vi.setSystemTime('2026-04-15T06:00:00Z')
  signInAs('support')
  serveDesk()
  const days: (string | null)[] = []
  server.use(
    http.get(`*/api/parks/attractions/${RIDE}/history`, ({ request }) => {
      days.push(new URL(request.url).searchParams.get('date'))
    }),
  )
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await user.click(await screen.findByRole('button', { name: 'Answer' }))
  expect(await screen.findByText(/never got to 15 min on this day\./)).toBeDefined()
  expect(new Set(days)).toEqual(new Set(['2026-04-14']))
})
