import { SERVICES } from '@walkon/contracts/services'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { KEEPERS } from '../lib/keepers.ts'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { APP_CODE, PASSWORD, serveIdentity, verifiedFactor, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { aPlan, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  wasSignedIn()
})

async function openAccount(...given: Parameters<typeof serveIdentity>) {
  const identity = serveIdentity({ isSignedIn: true, ...given[0] })
  const deletions = serveAccountRoutes()
  const app = renderApp('/account')
  await screen.findByRole('heading', { name: 'Name' })
  return { ...app, identity, deletions }
}

const part = (name: string) => within(screen.getByRole('region', { name }))
const field = (section: ReturnType<typeof part>, name: string) =>
  section.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`), { selector: 'input' })

test('the names of the account can be changed', async () => {
  const { user, identity } = await openAccount()
  const names = part('Name')
  expect(field(names, 'Full name').value).toBe('Ana Ortiz')
  await user.fill(field(names, 'Display name'), 'Ana in the queue')
  await user.click(names.getByRole('button', { name: 'Save names' }))
  expect(await screen.findByText('Names saved')).toBeDefined()
  expect(identity.bodyOf('PUT /user')).toMatchObject({
    data: { full_name: 'Ana Ortiz', display_name: 'Ana in the queue' },
  })
})

test('a new address waits for both confirmations', async () => {
  const { user, identity } = await openAccount()
  const email = part('Email')
  await user.fill(field(email, 'New email'), 'ANA@example.com')
  await user.click(email.getByRole('button', { name: 'Change email' }))
  expect(await screen.findByText(/This is the address you have now/)).toBeDefined()
  await user.clear(field(email, 'New email'))
  await user.fill(field(email, 'New email'), 'ana@new.example')
  await user.click(email.getByRole('button', { name: 'Change email' }))
  expect(await screen.findByText('Waiting for ana@new.example.')).toBeDefined()
  expect(identity.bodyOf('PUT /user')).toMatchObject({ email: 'ana@new.example' })
})

test('a new password needs the present one', async () => {
  const { user } = await openAccount()
  const password = part('Password')
  await user.fill(field(password, 'Current password'), 'wrong')
  await user.fill(field(password, 'New password'), 'two rope bridges')
  await user.click(password.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(document.activeElement).toBe(field(password, 'Current password')))
  expect(password.getByText('Wrong password')).toBeDefined()
  await user.clear(field(password, 'Current password'))
  await user.fill(field(password, 'Current password'), PASSWORD)
  await user.click(password.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Password changed')).toBeDefined()
  expect(field(password, 'New password').value).toBe('')
})

test('a second factor is set up by scanning and by a code that proves it', async () => {
  const { user, identity } = await openAccount()
  const factor = part('Second factor')
  await user.click(factor.getByRole('button', { name: 'Set up an authenticator app' }))
  const image = await factor.findByRole('img', { name: 'QR code for your authenticator app' })
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#000"/></svg>'
  expect(image.getAttribute('src')).toBe(`data:image/svg+xml,${encodeURIComponent(drawing)}`)
  expect(factor.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
  await user.fill(field(factor, 'Code'), APP_CODE)
  await user.click(factor.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('Second factor is on')).toBeDefined()
  expect(await factor.findByText('Authenticator app')).toBeDefined()
  expect(identity.assurance).toBe('aal2')
})

test('an enrolment that was begun and never finished is removed before the next try', async () => {
  const { user, identity } = await openAccount({
    factors: [{ ...verifiedFactor, id: 'left-over', status: 'unverified' }],
  })
  const factor = part('Second factor')
  await user.click(factor.getByRole('button', { name: 'Set up an authenticator app' }))
  await factor.findByRole('img')
  expect(identity.calls()).toContain('DELETE /factors/left-over')
})

test('a second factor can be removed', async () => {
  const identity = serveIdentity({ isSignedIn: true, factors: [verifiedFactor] })
  identity.assurance = 'aal2'
  serveAccountRoutes()
  const { user } = renderApp('/account')
  await user.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }))
  expect(await screen.findByText('Authenticator app removed')).toBeDefined()
  expect(part('Second factor').getByText('Not set up yet.')).toBeDefined()
})

test('a second factor is set up with the password where the sign-in is long ago', async () => {
  const { user, identity } = await openAccount()
  identity.needsProof = true
  const factor = part('Second factor')
  await user.click(factor.getByRole('button', { name: 'Set up an authenticator app' }))
  await factor.findByText(/confirm it’s still you/)
  await user.fill(field(factor, 'Current password'), 'wrong')
  await user.click(factor.getByRole('button', { name: 'Continue' }))
  expect(await factor.findByText('Wrong password')).toBeDefined()
  await user.clear(field(factor, 'Current password'))
  await user.fill(field(factor, 'Current password'), PASSWORD)
  await user.click(factor.getByRole('button', { name: 'Continue' }))
  expect(await factor.findByRole('img')).toBeDefined()
  expect(identity.bodyOf('POST /factors')).toMatchObject({ current_password: PASSWORD })
})

test('a second factor is removed with the password where the sign-in is long ago', async () => {
  const identity = serveIdentity({ isSignedIn: true, factors: [verifiedFactor] })
  Object.assign(identity, { assurance: 'aal2', needsProof: true })
  serveAccountRoutes()
  const { user } = renderApp('/account')
  await user.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }))
  const factor = part('Second factor')
  await factor.findByText(/confirm it’s still you/)
  await user.fill(field(factor, 'Current password'), PASSWORD)
  await user.click(factor.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Authenticator app removed')).toBeDefined()
})

test('other sessions can be logged out one by one', async () => {
  const { user } = await openAccount()
  const sessions = part('Sessions')
  expect((await sessions.findByText('Chrome on Linux')).parentElement?.textContent).toContain('This browser')
  await user.click(sessions.getByRole('button', { name: 'Log out: Firefox on Android' }))
  await waitFor(() => expect(sessions.queryByText('Firefox on Android')).toBeNull())
})

test('the links of earlier mails are ended by one press', async () => {
  const ended = vi.fn()
  server.use(
    http.post('*/api/identity/account/links/end', () => {
      ended()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = await openAccount()
  await user.click(part('Sessions').getByRole('button', { name: 'End all links' }))
  expect(await screen.findByText('Links ended')).toBeDefined()
  expect(ended).toHaveBeenCalledOnce()
})

test('signing out everywhere ends this session too', async () => {
  const { user, identity, address } = await openAccount()
  await user.click(part('Sessions').getByRole('button', { name: 'Log out everywhere' }))
  expect(await screen.findByText('Logged out successfully')).toBeDefined()
  expect(identity.calls()).toContain('POST /logout?scope=global')
  await waitFor(() => expect(address()).toBe('/'))
})

function serveExports(failing: string[] = []) {
  server.use(
    http.get('*/api/:service/export', ({ params }) =>
      failing.includes(String(params['service']))
        ? refusal('internal')
        : HttpResponse.json({ things: [{ of: params['service'] }] }),
    ),
  )
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:walkon'
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    if (this.download) names.push(this.download)
  })
  return { files, names }
}

test('the data of every service that keeps some comes as one file', async () => {
  const { files, names } = serveExports()
  const { user } = await openAccount()
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  expect(await screen.findByText('Your file is complete.')).toBeDefined()
  expect(names).toEqual([expect.stringMatching(/^walkon-\d{4}-\d\d-\d\d\.json$/)])
  const { data, missing } = JSON.parse((await files[0]?.text()) ?? '')
  const keepers = Object.values(SERVICES).filter(({ keepsPersonalData }) => keepsPersonalData)
  expect(Object.keys(data).map((keeper) => `/api/${keeper}`)).toEqual(keepers.map(({ address }) => address))
  expect(data.alerts).toEqual({ things: [{ of: 'alerts' }] })
  expect(missing).toEqual([])
})

test('the data that is missing from the file is named in the file and on the page', async () => {
  const { files } = serveExports(['alerts', 'billing'])
  const { user } = await openAccount()
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'It is missing your alerts and your passes.',
  )
  expect(JSON.parse((await files[0]?.text()) ?? '').missing).toEqual(['alerts', 'billing'])
})

test('no file is made when nothing could be collected', async () => {
  const { files } = serveExports(KEEPERS)
  const { user } = await openAccount()
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing could be collected')
  expect(files).toEqual([])
})

test('an account is deleted with its password, after a list of what goes', async () => {
  const { user, deletions, address } = await openAccount()
  const section = part('Delete account')
  await user.click(section.getByRole('button', { name: 'Delete my account' }))
  expect(section.getByText('every pass, including days still to come')).toBeDefined()
  const password = field(section, 'Current password')
  await expectFocusOn(password)
  await user.fill(password, 'wrong')
  await user.click(section.getByRole('button', { name: 'Delete everything' }))
  expect(await section.findByText('Wrong password')).toBeDefined()
  await user.clear(password)
  await user.fill(password, PASSWORD)
  await user.click(section.getByRole('button', { name: 'Delete everything' }))
  expect(await screen.findByText('Account deleted')).toBeDefined()
  expect(deletions).toEqual([{ password: 'wrong' }, { password: PASSWORD }])
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByRole('link', { name: 'Login' })).toBeDefined()
  expect(localStorage.getItem('walkon.signed-in')).toBeNull()
})

test('an account can be kept after all', async () => {
  const { user, deletions } = await openAccount()
  await user.click(screen.getByRole('button', { name: 'Delete my account' }))
  await user.click(screen.getByRole('button', { name: 'Keep my account' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(deletions).toEqual([])
})

test('deleting an account names the plan that runs, the rest of its month, and that charging ends', async () => {
  serveIdentity({ isSignedIn: true })
  serveAccountRoutes()
  server.use(
    http.get('*/api/billing/plan', () =>
      HttpResponse.json(aPlan({ state: 'active', currentPeriodEndsAt: '2026-12-24T17:00:00Z' })),
    ),
  )
  const { user } = renderApp('/account')
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
  expect(
    await screen.findByText(
      'your unlimited plan, $15 a month, with the rest of the month that you paid for, until Thu, Dec 24. Charging ends: nothing more is taken from your card',
    ),
  ).toBeDefined()
})
