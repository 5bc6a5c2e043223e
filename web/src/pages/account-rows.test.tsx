import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

test('the account is a list of rows that say what is set, of which the browser keeps one open at a time', async () => {
  serveParks([])
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveAccountRoutes()
  const { user } = renderApp('/account')

  const logins = within(await screen.findByRole('group', { name: 'Logging in' }))
  const row = logins.getByRole('region', { name: 'Second factor' })
  expect(within(row).getByText('Off')).toBeDefined()
  const parts = [...document.querySelectorAll('main details')]
  expect(parts.map((part) => part.getAttribute('name'))).toEqual(parts.map(() => 'settings'))
  expect(parts.some((part) => part.hasAttribute('open'))).toBe(false)

  await user.click(within(row).getByText('Second factor'))

  expect(row.querySelector('details')?.hasAttribute('open')).toBe(true)
  expect(within(row).getByRole('button', { name: 'Set up an authenticator app' })).toBeDefined()
})
