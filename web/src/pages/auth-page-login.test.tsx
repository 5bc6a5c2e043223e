import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { field, fillLogin, fillSignUp, loginButton, noticeOf } from '../test/form.ts'
import { gotrueRefusal } from '../test/gotrue.ts'
import { MAIL_CODE, serveIdentity } from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

const SIGN_IN = 'POST /token?grant_type=password'

describe('login', () => {
  test('the right password leads home, with a word of welcome', async () => {
    serveIdentity()
    const { user, address } = renderApp('/auth')
    await fillLogin(user)
    await user.click(await loginButton())
    await waitFor(() => expect(address()).toBe('/'))
    expect(await noticeOf('Login successful')).toBe('Login successfulWelcome back to Walkon!')
    expect(await screen.findByRole('button', { name: 'Account of ana@example.com' })).toBeDefined()
  })

  test('nothing secret stays in the browser', async () => {
    serveIdentity()
    const { user, address } = renderApp('/auth')
    await fillLogin(user)
    await user.click(await loginButton())
    await waitFor(() => expect(address()).toBe('/'))
    expect(Object.entries(localStorage)).toEqual([
      ['walkon.signed-in', '1'],
      // The owner of a device's things: an id, which proves nothing.
      ['walkon.person', '7b1f0c53-5b0a-4a9a-9a86-0f6d1f0b7a01'],
    ])
    expect(Object.keys(sessionStorage)).toEqual(['walkon.person'])
  })

  test('requests say that they come from this site', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp('/auth')
    await fillLogin(user)
    await user.click(await loginButton())
    await waitFor(() => expect(address()).toBe('/'))
    expect(identity.asked.map(({ headers }) => headers.get('x-csrf'))).toEqual(['1'])
  })

  test("a wrong password shows the server's message, and keeps what was typed", async () => {
    serveIdentity()
    const { user } = renderApp('/auth')
    await fillLogin(user, 'wrong')
    await user.click(await loginButton())
    const panel = await screen.findByRole('alert')
    expect(panel.textContent).toBe('Login failedInvalid login credentials')
    expect((await field('Email')).value).toBe('ana@example.com')
    expect((await field('Password')).value).toBe('wrong')
  })

  test('a server that fails says nothing of its own', async () => {
    serveIdentity()
    server.use(http.post('*/auth/v1/token', () => gotrueRefusal(500, 'unexpected_failure', 'stack trace')))
    const { user } = renderApp('/auth')
    await fillLogin(user)
    await user.click(await loginButton())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'An unexpected error occurredPlease try again later.',
    )
  })

  test('two clicks at once log in once', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp('/auth')
    await fillLogin(user)
    clickTwiceAtOnce(await loginButton())
    await waitFor(() => expect(address()).toBe('/'))
    expect(identity.calls().filter((call) => call === SIGN_IN)).toHaveLength(1)
  })

  test('what is missing is said at its field, and the first one gets the focus', async () => {
    const identity = serveIdentity()
    const { user } = renderApp('/auth')
    await user.click(await loginButton())
    const email = await field('Email')
    await waitFor(() => expect(document.activeElement).toBe(email))
    expect(email.getAttribute('aria-invalid')).toBe('true')
    const described = document.getElementById(email.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Email Required Please enter a valid email address.')
    expect(screen.getByText('Please enter your password.')).toBeDefined()
    await user.fill(email, 'a')
    expect(email.getAttribute('aria-invalid')).toBeNull()
    expect(identity.asked).toEqual([])
  })

  test('a password can be looked at', async () => {
    const { user } = renderApp('/auth')
    const password = await field('Password')
    expect(password.type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.type).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password.type).toBe('password')
  })

  test('password managers are told which field is which', async () => {
    const { user } = renderApp('/auth')
    expect((await field('Email')).autocomplete).toBe('username')
    expect((await field('Password')).autocomplete).toBe('current-password')
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
    expect((await field('Password')).autocomplete).toBe('new-password')
    expect((await field('Full name')).autocomplete).toBe('name')
  })

  test('an address that was never confirmed gets its link again', async () => {
    const identity = serveIdentity({ isConfirmed: false })
    const { user } = renderApp('/auth')
    await fillLogin(user)
    await user.click(await loginButton())
    expect((await screen.findByRole('alert')).textContent).toContain('Email not confirmed')
    await user.click(screen.getByRole('button', { name: 'Send the confirmation link again' }))
    expect((await field('Email')).value).toBe('ana@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link again' }))
    await screen.findByRole('heading', { name: 'Check your email for a confirmation link.' })
    expect(identity.bodyOf('POST /resend')).toMatchObject({ type: 'signup', email: 'ana@example.com' })
  })

  test('the code of a mail leads to a new password where several sign-ups had waited for it', async () => {
    serveIdentity({ isConfirmed: false, hasPassword: false })
    const { user, address } = renderApp('/auth?tab=sign-up')
    await fillSignUp(user)
    await user.click(await screen.findByRole('button', { name: 'Sign Up' }))
    await user.fill(await field('Code'), MAIL_CODE)
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    await waitFor(() => expect(address()).toBe('/auth/reset'))
  })

  test('a sign-in link can be asked for instead, for accounts that exist', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp('/auth')
    await user.fill(await field('Email'), 'ana@example.com')
    await user.click(screen.getByRole('button', { name: 'Email me a login link' }))
    await user.click(await screen.findByRole('button', { name: 'Email me a login link' }))
    await screen.findByRole('heading', { name: 'Check your email for a login link.' })
    expect(identity.bodyOf('POST /otp')).toMatchObject({ email: 'ana@example.com', create_user: false })
    await user.fill(await field('Code'), MAIL_CODE)
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(await noticeOf('Login successful')).toBeDefined()
  })
})
