import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { routes } from '../routes.tsx'
import { signInAs } from '../test/desk.ts'
import { countRequests, fail } from '../test/failing.ts'
import { serveGates } from '../test/gates.ts'
import { renderApp } from '../test/render-app.tsx'

const MANY = 100

test.for(routes.map(({ path }) => path))(
  '%s asks no service about a park whose id is none, also while the list of parks is not known',
  async (path) => {
    fail(/\/api\//, 'a service that is away')
    signInAs('admin', 'moderator', 'support')
    serveGates({ open: ['lightning-lane', 'restaurant-alerts'] })
    const requests = countRequests()
    renderApp(`${path}?park=no-park`)

    await requests.flooded(MANY)
    expect(requests.asked().filter((address) => address.includes('no-park'))).toEqual([])
  },
)

test('the live board says at once that there is no park of an id that is none', async () => {
  fail(/\/api\//, 'a service that is away')
  renderApp('/live-wait-times?park=no-park')

  expect(await screen.findByText(/We don’t know/)).toBeDefined()
})
