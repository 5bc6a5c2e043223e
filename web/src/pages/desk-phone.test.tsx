import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, find, serveDesk, serveWaits, signInAs } from '../test/desk.ts'
import { confirm, nothing, serveAct } from '../test/desk-acts.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => {
  serveParks([])
  signInAs('support')
  serveDesk()
  return () => vi.useRealTimers()
})

const showOn = (width: 'phone' | 'wide screen') =>
  vi.stubGlobal('matchMedia', () =>
    Object.assign(new EventTarget(), { matches: width === 'phone', media: '', onchange: null }),
  )

test('on a phone the answers are shown, and what is not asked first is a title with its contents in few words', async () => {
  showOn('phone')
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  expect(await screen.findByLabelText('Why did I get nothing for')).toBeDefined()
  const section = within(screen.getByRole('region', { name: 'Time line' }))
  expect(section.getByText(/^\d+ entr/)).toBeDefined()
  expect(section.queryByRole('list')).toBeNull()
  const show = section.getByRole('button', { name: 'Show: Time line', expanded: false })
  await user.click(show)
  expect(section.getByRole('list', { name: 'Entries' })).toBeDefined()
  expect(document.activeElement).toBe(show)
  await user.click(section.getByRole('button', { name: 'Hide: Time line', expanded: true }))
  expect(section.queryByRole('list')).toBeNull()
})

test('on a wide screen all parts are open, without a button that folds them', async () => {
  showOn('wide screen')
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  expect(await screen.findByRole('list', { name: 'Entries' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^(Show|Hide): / })).toBeNull()
})

test('on a phone the day unfolds when a new hold has come since the visitor was read, and not before', async () => {
  showOn('phone')
  vi.useFakeTimers({ now: new Date('2026-04-14T18:06:00Z'), toFake: ['Date'] })
  serveWaits({ '2026-04-14T13:00:00Z': 40, '2026-04-14T18:05:00Z': 40 })
  serveAct('/notifications/suppressions', nothing)
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('list', { name: 'Likeliest answers' })
  const day = within(screen.getByRole('region', { name: 'Day in the park' }))
  expect(day.queryByRole('list', { name: /^Lanes of/ })).toBeNull()

  vi.setSystemTime(new Date('2026-04-14T18:12:00Z'))
  serveWaits({ '2026-04-14T13:00:00Z': 40, '2026-04-14T18:10:00Z': 10 })
  await user.click(screen.getByRole('button', { name: 'Stop mails of all lists' }))
  await confirm({ user, dialog: within(await screen.findByRole('dialog')) })

  expect(await day.findByRole('list', { name: /^Lanes of/ })).toBeDefined()
  await user.click(day.getByRole('button', { name: 'Hide: Day in the park' }))
  expect(day.queryByRole('list', { name: /^Lanes of/ })).toBeNull()
})
