import { toOrderReference } from '@walkon/contracts/order-reference'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const DAY = '5b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'
const USER = '4b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'

beforeEach(() => {
  serveParks([])
  signInAs('support')
})

test('a visitor whom a service knows by the account alone is opened by the address of that account', async () => {
  const assistDays = [{ id: DAY, state: 'active', date: '2026-04-14', dayCents: 500 }]
  serveDesk({ found: [], billing: { assistDays } })
  server.use(
    http.post('*/api/billing/visitors/find', () => HttpResponse.json([{ email: null, userId: USER }])),
    http.post('*/api/identity/visitors/find', async ({ request }) => {
      const { kind, text } = (await request.json()) as { kind: string; text: string }
      return HttpResponse.json(kind === 'id' && text === USER ? [{ email: EMAIL, userId: USER }] : [])
    }),
  )
  const { user } = renderApp('/admin/desk')
  await find(user, toOrderReference(DAY))
  expect(await screen.findByRole('heading', { name: EMAIL })).toBeDefined()
  expect(screen.getByText(new RegExp(`Order ${toOrderReference(DAY)} is paid, \\$5`))).toBeDefined()
})
