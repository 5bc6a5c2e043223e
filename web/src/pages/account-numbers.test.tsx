import type { OwnNumber } from '@walkon/contracts/http/identity'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { PASSWORD, serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  wasSignedIn()
})

const NUMBER = '+14075550142'

/** The account page of a visitor with these numbers. Returns the requests about them. */
async function openAccount(given: OwnNumber[], { needsProof = false } = {}) {
  serveIdentity({ isSignedIn: true })
  serveAccountRoutes()
  let numbers = given
  const asked: unknown[] = []
  server.use(
    http.get('*/api/identity/numbers', () => HttpResponse.json(numbers)),
    http.put('*/api/identity/sign-in-number', async ({ request }) => {
      const body = (await request.json()) as { number: string; password?: string }
      asked.push(body)
      if (needsProof && body.password === undefined) return refusal('reauthentication_needed')
      numbers = numbers.map(({ number }) => ({ number, signsIn: number === body.number }))
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete('*/api/identity/sign-in-number', () => {
      asked.push('off')
      numbers = numbers.map(({ number }) => ({ number, signsIn: false }))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderApp('/account')
  const section = within(await screen.findByRole('region', { name: 'Log in by text' }))
  return { user, asked, section }
}

test('without a confirmed number the section says how to get one', async () => {
  const { section } = await openAccount([])
  expect(await section.findByText(/answer YES to our first text/)).toBeDefined()
})

test('a number that gets alerts can log in, and that is turned off again', async () => {
  const { user, asked, section } = await openAccount([{ number: NUMBER, signsIn: false }])
  await user.click(await section.findByRole('button', { name: 'Turn on login by text: +1 407 555 0142' }))
  expect(await section.findByText('A code by text logs you in')).toBeDefined()
  expect(screen.getByText('Login by text is on')).toBeDefined()
  await user.click(section.getByRole('button', { name: 'Turn off login by text: +1 407 555 0142' }))
  expect(await section.findByText('Gets your alerts')).toBeDefined()
  expect(asked).toEqual([{ number: NUMBER }, 'off'])
})

test('a sign-in that is not recent is proved with the password', async () => {
  const { user, asked, section } = await openAccount([{ number: NUMBER, signsIn: false }], {
    needsProof: true,
  })
  await user.click(await section.findByRole('button', { name: /Turn on/ }))
  await user.type(await section.findByLabelText(/^Current password/, { selector: 'input' }), PASSWORD)
  await user.keyboard('{Enter}')
  expect(await section.findByText('A code by text logs you in')).toBeDefined()
  expect(asked.at(-1)).toEqual({ number: NUMBER, password: PASSWORD })
})
