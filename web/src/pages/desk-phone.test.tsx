import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => {
  serveParks([])
  signInAs('support')
  serveDesk()
})

test('on a phone the answers are shown, and what is not asked first is a title with its contents in few words', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
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
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  expect(await screen.findByRole('list', { name: 'Entries' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^(Show|Hide): / })).toBeNull()
})
