import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { field, fillSignUp, noticeOf } from '../test/form.ts'
import { MAIL_CODE, PASSWORD, serveIdentity } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

test('a sign-up leads to the mail, whose code logs in', async () => {
  const identity = serveIdentity({ isConfirmed: false })
  const { user, address } = renderApp('/auth?tab=sign-up')
  await fillSignUp(user)
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  expect(await noticeOf('Signup successful')).toBe(
    'Signup successfulCheck your email for a confirmation link.',
  )
  const heading = screen.getByRole('heading', { name: 'Check your email for a confirmation link.' })
  await expectFocusOn(heading)
  expect(identity.bodyOf('POST /signup')).toMatchObject({
    email: 'ana@example.com',
    password: PASSWORD,
    data: { full_name: 'Ana Ortiz' },
  })
  await user.fill(await field('Code'), MAIL_CODE)
  await user.click(screen.getByRole('button', { name: 'Verify code' }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('the mail of a sign-up can be sent again, and a wrong code can be corrected', async () => {
  const identity = serveIdentity()
  const { user } = renderApp('/auth?tab=sign-up')
  await fillSignUp(user)
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  await user.fill(await field('Code'), '111111')
  await user.click(screen.getByRole('button', { name: 'Verify code' }))
  await waitFor(async () => expect((await field('Code')).getAttribute('aria-invalid')).toBe('true'))
  await user.click(screen.getByRole('button', { name: 'Send it again' }))
  expect(await screen.findByText('Sent again.')).toBeDefined()
  expect(identity.calls()).toContain('POST /resend')
})

test('a sign-up asks for a full name in the words of the specification', async () => {
  serveIdentity()
  const { user } = renderApp('/auth?tab=sign-up')
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  const name = await field('Full name')
  const described = document.getElementById(name.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Full name required Please enter your full name to sign up.')
})

test("a sign-up with a weak password is refused at the field, in the server's words", async () => {
  serveIdentity()
  const weak_password = { reasons: ['pwned'] }
  const body = { code: 'weak_password', message: 'Password is known to be weak', weak_password }
  server.use(
    http.post('*/auth/v1/signup', () =>
      HttpResponse.json(body, { status: 422, headers: { 'x-supabase-api-version': '2024-01-01' } }),
    ),
  )
  const { user } = renderApp('/auth?tab=sign-up')
  await fillSignUp(user)
  await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByText(/Password is known to be weak/)).toBeDefined()
  await expectFocusOn(await field('Password'))
})
