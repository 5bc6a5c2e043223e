import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { gotrueRefusal } from '../test/gotrue.ts'
import {
  APP_CODE,
  LINK_TOKEN,
  MAIL_CODE,
  serveIdentity,
  verifiedFactor,
  wasSignedIn,
} from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

const link = (type: string, token = LINK_TOKEN) => `/auth/confirm?token=${token}&type=${type}`
const button = (name: string) => screen.findByRole('button', { name })
const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' })

describe('the link of a mail', () => {
  test('opening the link does nothing, and its token leaves the address at once', async () => {
    const identity = serveIdentity()
    const { address } = renderApp(link('signup'))
    await button('Confirm my account')
    await waitFor(() => expect(address()).toBe('/auth/confirm?type=signup'))
    expect(identity.asked).toEqual([])
  })

  test('the button follows the link, once, and says what is done', async () => {
    const identity = serveIdentity({ isConfirmed: false })
    renderApp(link('signup'))
    clickTwiceAtOnce(await button('Confirm my account'))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Your account is confirmed' })
    await expectFocusOn(heading)
    expect(identity.calls()).toEqual(['POST /verify'])
    expect(identity.bodyOf('POST /verify')).toMatchObject({ token_hash: LINK_TOKEN, type: 'signup' })
    expect(await button('Account of ana@example.com')).toBeDefined()
    expect(JSON.stringify(sessionStorage)).not.toContain(LINK_TOKEN)
  })

  test('leads to a password where it is not certain whose sign-up was confirmed', async () => {
    serveIdentity({ isConfirmed: false, hasPassword: false })
    const { user, address } = renderApp(link('signup'))
    await user.click(await button('Confirm my account'))
    expect(await screen.findByRole('heading', { name: 'New password' })).toBeDefined()
    expect(await screen.findByText(/so that nobody else can have set it/)).toBeDefined()
    expect(address()).toBe('/auth/reset')
  })

  test('a sign-in link leads home', async () => {
    serveIdentity()
    const { user, address } = renderApp(link('magiclink'))
    await user.click(await button('Login'))
    await waitFor(() => expect(address()).toBe('/'))
    expect(await screen.findByText('Login successful')).toBeDefined()
  })

  test('a sign-in link does not stand in for the second factor', async () => {
    serveIdentity({ factors: [verifiedFactor] })
    const { user, address } = renderApp(link('magiclink'))
    await user.click(await button('Login'))
    await screen.findByRole('heading', { name: 'One more step' })
    expect(address()).toBe('/auth')
  })

  test('a change of address takes two links, and says so', async () => {
    const identity = serveIdentity({ newEmail: 'ana@new.example' })
    const first = renderApp(link('email_change'))
    await first.user.click(await button('Confirm this address'))
    await screen.findByRole('heading', { level: 1, name: 'One of two addresses confirmed' })
    first.unmount()
    Object.assign(identity.account, { email: 'ana@new.example', newEmail: null })
    identity.linkIsSpent = false
    const second = renderApp(link('email_change'))
    await second.user.click(await button('Confirm this address'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Your address has changed' })).toBeDefined()
  })

  test.each([
    ['signup', 'Confirm my account', 'Send the link again', 'POST /resend'],
    ['recovery', 'Choose a new password', 'Email me a reset link', 'POST /recover'],
    ['magiclink', 'Login', 'Email me a login link', 'POST /otp'],
  ])('a spent link (%s) offers a new one', async (type, follow, ask, call) => {
    const identity = serveIdentity()
    const { user } = renderApp(link(type, 'spent'))
    await user.click(await button(follow))
    expect(await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })).toBe(
      document.activeElement,
    )
    expect(JSON.stringify(sessionStorage)).not.toContain('spent')
    await user.fill(await field('Email'), 'ana@example.com')
    await user.click(await button(ask))
    await field('Code')
    expect(identity.calls()).toContain(call)
  })

  test('a fault of ours spends nothing: it can be tried again', async () => {
    serveIdentity()
    server.use(http.post('*/auth/v1/verify', () => HttpResponse.error(), { once: true }))
    const { user } = renderApp(link('signup'))
    await user.click(await button('Confirm my account'))
    expect((await screen.findByRole('alert')).textContent).toContain('No connection')
    await user.click(await button('Confirm my account'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account is confirmed' })).toBeDefined()
  })

  test.each(['/auth/confirm', '/auth/confirm?type=signup', link('other')])(
    '%s says that the link is incomplete',
    async (path) => {
      renderApp(path)
      expect(await screen.findByText('This link is incomplete')).toBeDefined()
    },
  )
})

describe('a forgotten password', () => {
  test('the link leads to a new password, and home', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp(link('recovery'))
    await user.click(await button('Choose a new password'))
    await waitFor(() => expect(address()).toBe('/auth/reset'))
    await user.fill(await field('New password'), 'short')
    await user.click(await button('Save the new password'))
    expect(await screen.findByText('Please use at least 8 characters.')).toBeDefined()
    await user.fill(await field('New password'), ' but longer')
    await user.click(await button('Save the new password'))
    await waitFor(() => expect(address()).toBe('/'))
    expect(identity.bodyOf('PUT /user')).toMatchObject({ password: 'short but longer' })
    expect(await screen.findByText('Password changed')).toBeDefined()
  })

  test('the code of the mail leads to a new password too', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp('/auth/forgot')
    await user.fill(await field('Email'), 'ana@example.com')
    await user.click(await button('Email me a reset link'))
    await screen.findByRole('heading', { name: 'Check your email for a reset link.' })
    await user.fill(await field('Code'), MAIL_CODE)
    await user.click(await button('Verify code'))
    await waitFor(() => expect(address()).toBe('/auth/reset'))
    expect(identity.bodyOf('POST /verify')).toMatchObject({ type: 'recovery', token: MAIL_CODE })
  })

  test('an account with a second factor shows it before the new password', async () => {
    serveIdentity({ factors: [verifiedFactor] })
    const { user } = renderApp(link('recovery'))
    await user.click(await button('Choose a new password'))
    await user.fill(await field('Code'), APP_CODE)
    expect(screen.queryByLabelText(/^New password/, { selector: 'input' })).toBeNull()
    await user.click(await button('Continue'))
    expect(await field('New password')).toBeDefined()
  })

  test('a new password that is refused is refused at its field', async () => {
    serveIdentity()
    server.use(
      http.put('*/auth/v1/user', () =>
        gotrueRefusal(422, 'same_password', 'New password should be different'),
      ),
    )
    const { user } = renderApp(link('recovery'))
    await user.click(await button('Choose a new password'))
    await user.fill(await field('New password'), 'the same as before')
    await user.click(await button('Save the new password'))
    expect(await screen.findByText(/Please choose one that is different/)).toBeDefined()
    await expectFocusOn(await field('New password'))
  })

  test.each([[true], [false]])(
    'long after the link a mailed code leads to the new password, of an account that has one before: %s',
    async (hasPassword) => {
      wasSignedIn()
      const identity = Object.assign(serveIdentity({ isSignedIn: true, hasPassword }), { needsProof: true })
      const { user, address } = renderApp('/auth/reset')
      await user.fill(await field('New password'), 'two rope bridges')
      await user.click(await button('Save the new password'))
      await user.click(await button('Email me a code'))
      await user.fill(await field('Code'), MAIL_CODE)
      await user.click(await button('Continue'))
      await waitFor(() => expect(address()).toBe('/'))
      expect(identity.bodyOf('PUT /user')).toMatchObject({ password: 'two rope bridges', nonce: MAIL_CODE })
      expect(await screen.findByText('Password changed')).toBeDefined()
    },
  )

  test('without the link there is a way to get one', async () => {
    renderApp('/auth/reset')
    expect((await screen.findByRole('link', { name: 'Email me a reset link' })).getAttribute('href')).toBe(
      '/auth/forgot',
    )
  })
})

test('a reload after the link has done its work leads on', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const { address } = renderApp('/auth/confirm?type=signup')
  await waitFor(() => expect(address()).toBe('/'))
})
