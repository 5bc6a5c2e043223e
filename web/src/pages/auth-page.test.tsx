import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { field, fillLogin, loginButton, noticeOf } from '../test/form.ts'
import { APP_CODE, serveIdentity, verifiedFactor, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => serveParks([]))

describe('second factor', () => {
  test('after the password an account with an app asks for its code', async () => {
    const identity = serveIdentity({ factors: [verifiedFactor] })
    const { user, address } = renderApp('/auth')
    await fillLogin(user)
    await user.click(await loginButton())
    await screen.findByRole('heading', { name: 'One more step' })
    expect(screen.queryByText('Login successful')).toBeNull()
    expect(screen.getByRole('link', { name: 'Login' })).toBeDefined()
    await user.fill(await field('Code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Wrong code')).toBeDefined()
    await expectFocusOn(await field('Code'))
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
  test('arrows move between the tabs, the address follows, and going back leaves the page', async () => {
    const { user, address, goBack } = renderApp('/faq')
    await user.click(await screen.findByRole('link', { name: 'Login' }))
    const login = await screen.findByRole('tab', { name: 'Login', selected: true })
    login.focus()
    await user.keyboard('{ArrowRight}')
    const signUp = screen.getByRole('tab', { name: 'Sign Up', selected: true })
    await expectFocusOn(signUp)
    expect(address()).toBe('/auth?tab=sign-up')
    expect([login.tabIndex, signUp.tabIndex]).toEqual([-1, 0])
    await user.keyboard('{Home}')
    expect(address()).toBe('/auth')
    goBack()
    await waitFor(() => expect(address()).toBe('/faq'))
  })

  test('each tab is a link, which a browser follows that has no code of the page yet', async () => {
    renderApp('/auth')
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(['/auth', '/auth?tab=sign-up'])
  })

  test('an address that was typed goes along to the other tab', async () => {
    const { user } = renderApp('/auth')
    await user.fill(await field('Email'), 'ana@example.com')
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
  test('a guarded page sends the visitor to log in, and back to the very place', async () => {
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
