import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { field, fillSignUp, noticeOf } from '../test/form.ts'
import {
  APP_CODE,
  gotrueRefusal,
  MAIL_CODE,
  PASSWORD,
  serveIdentity,
  verifiedFactor,
  wasSignedIn,
} from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

type User = ReturnType<typeof renderApp>['user']

const SIGN_IN = 'POST /token?grant_type=password'
const loginButton = () => screen.findByRole('button', { name: 'Login' })

async function fillLogin(user: User, password = PASSWORD) {
  await user.type(await field('Email'), 'ana@example.com')
  await user.type(await field('Password'), password)
}

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
    expect(Object.entries(localStorage)).toEqual([['walkon.signed-in', '1']])
    expect(sessionStorage).toHaveLength(0)
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
    await user.type(email, 'a')
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

  test('password managers are told what is what', async () => {
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
    await user.type(await field('Code'), MAIL_CODE)
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    await waitFor(() => expect(address()).toBe('/auth/reset'))
  })

  test('a sign-in link can be asked for instead, for accounts that exist', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp('/auth')
    await user.type(await field('Email'), 'ana@example.com')
    await user.click(screen.getByRole('button', { name: 'Email me a login link' }))
    await user.click(await screen.findByRole('button', { name: 'Email me a login link' }))
    await screen.findByRole('heading', { name: 'Check your email for a login link.' })
    expect(identity.bodyOf('POST /otp')).toMatchObject({ email: 'ana@example.com', create_user: false })
    await user.type(await field('Code'), MAIL_CODE)
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(await noticeOf('Login successful')).toBeDefined()
  })
})

describe('login by text', () => {
  const askForText = async (user: User, phone: string) => {
    await user.click(await screen.findByRole('button', { name: 'Text me a code instead' }))
    await user.type(await field('Phone'), phone)
    await user.click(screen.getByRole('button', { name: 'Text me a code' }))
  }

  test('a code to a phone logs in, and says nothing of whether the number has an account', async () => {
    const identity = serveIdentity()
    const { user, address } = renderApp('/auth')
    await askForText(user, '(407) 555-0142')
    await screen.findByRole('heading', { name: 'Check your phone for a code.' })
    expect(screen.getByText('+1 407 555 0142')).toBeDefined()
    expect(identity.bodyOf('POST /otp')).toMatchObject({ phone: '+14075550142', create_user: false })
    await user.type(await field('Code'), MAIL_CODE)
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(identity.bodyOf('POST /verify')).toMatchObject({ phone: '+14075550142', type: 'sms' })
    expect(await noticeOf('Login successful')).toBeDefined()
  })

  test('a number that is none is asked for again, and nothing is sent', async () => {
    const identity = serveIdentity()
    const { user } = renderApp('/auth')
    await askForText(user, '12')
    expect(await screen.findByText('Phone number required')).toBeDefined()
    expect(document.activeElement).toBe(await field('Phone'))
    expect(identity.calls()).toEqual([])
  })

  test('a wrong code keeps the page, and the code can be sent again or to another number', async () => {
    const identity = serveIdentity()
    const { user } = renderApp('/auth')
    await askForText(user, '+1 407 555 0142')
    await user.type(await field('Code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Verify code' }))
    expect(await screen.findByText('Wrong code')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send it again' }))
    expect(await screen.findByText('Sent again.')).toBeDefined()
    expect(identity.calls().filter((call) => call === 'POST /otp')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Use another number' }))
    expect((await field('Phone')).value).toBe('+1 407 555 0142')
  })

  test('a limit says what to do, and the mailed link is one step away', async () => {
    serveIdentity()
    server.use(
      http.post('*/auth/v1/otp', () =>
        gotrueRefusal(429, 'over_sms_send_rate_limit', 'For security purposes, wait.'),
      ),
    )
    const { user } = renderApp('/auth')
    await askForText(user, '+1 407 555 0142')
    expect((await screen.findByRole('alert')).textContent).toContain('A text may be on its way')
    await user.click(screen.getByRole('button', { name: 'Email me a login link' }))
    expect(await field('Email')).toBeDefined()
  })
})

describe('second factor', () => {
  test('after the password an account with an app asks for its code', async () => {
    const identity = serveIdentity({ factors: [verifiedFactor] })
    const { user, address } = renderApp('/auth')
    await fillLogin(user)
    await user.click(await loginButton())
    await screen.findByRole('heading', { name: 'One more step' })
    expect(screen.queryByText('Login successful')).toBeNull()
    expect(screen.getByRole('link', { name: 'Login' })).toBeDefined()
    await user.type(await field('Code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Wrong code')).toBeDefined()
    expect(document.activeElement).toBe(await field('Code'))
    await user.clear(await field('Code'))
    await user.type(await field('Code'), `${APP_CODE.slice(0, 3)} ${APP_CODE.slice(3)}`)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(await noticeOf('Login successful')).toBeDefined()
    expect(identity.assurance).toBe('aal2')
  })

  test('a half-open session opens no guarded page, and can be left', async () => {
    wasSignedIn()
    serveIdentity({ factors: [verifiedFactor], isSignedIn: true })
    const { user, address } = renderApp('/account')
    await waitFor(() => expect(address()).toBe('/auth'))
    await user.click(await screen.findByRole('button', { name: 'Use another account' }))
    expect(await loginButton()).toBeDefined()
  })
})

describe('the tabs', () => {
  test('arrows move between them, the address follows, and going back leaves the page', async () => {
    const { user, address, goBack } = renderApp('/faq')
    await user.click(await screen.findByRole('link', { name: 'Login' }))
    const login = await screen.findByRole('tab', { name: 'Login', selected: true })
    login.focus()
    await user.keyboard('{ArrowRight}')
    const signUp = screen.getByRole('tab', { name: 'Sign Up', selected: true })
    expect(document.activeElement).toBe(signUp)
    expect(address()).toBe('/auth?tab=sign-up')
    expect([login.tabIndex, signUp.tabIndex]).toEqual([-1, 0])
    await user.keyboard('{Home}')
    expect(address()).toBe('/auth')
    goBack()
    await waitFor(() => expect(address()).toBe('/faq'))
  })

  test('an address that was typed goes along to the other tab', async () => {
    const { user } = renderApp('/auth')
    await user.type(await field('Email'), 'ana@example.com')
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
    expect((await field('Email')).value).toBe('ana@example.com')
  })

  test('terms and privacy are named', async () => {
    renderApp('/auth?tab=sign-up')
    const terms = await within(await screen.findByRole('main')).findByRole('link', { name: 'Terms' })
    expect(terms.getAttribute('href')).toBe('/terms')
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Privacy' })).toBeDefined()
  })
})

describe('the guard', () => {
  test('it sends to log in, and back to the very place', async () => {
    serveIdentity()
    serveAccountRoutes()
    const { user, address } = renderApp('/account?a=1#password')
    await waitFor(() => expect(address()).toBe('/auth'))
    await user.click(await screen.findByRole('tab', { name: 'Sign Up' }))
    await user.click(await screen.findByRole('tab', { name: 'Login' }))
    await fillLogin(user)
    await user.click(await loginButton())
    await waitFor(() => expect(address()).toBe('/account?a=1'))
    expect(await screen.findByRole('heading', { name: 'Account' })).toBeDefined()
  })

  test('a visitor who is signed in finds no login', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    const { address } = renderApp('/auth')
    await waitFor(() => expect(address()).toBe('/'))
  })
})
