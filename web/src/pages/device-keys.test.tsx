import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { DEVICE_KEYS } from '../lib/device-keys.ts'
import { PASSWORD, serveIdentity, wasSignedIn } from '../test/identity.ts'
import { anEmailWay } from '../test/manage-page.ts'
import { aDevice, giveBrowser, servePush } from '../test/push.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** Things on a device end with the person whom they name (src/test/setup.ts fails a test that leaves a key outside the list). */

const ANA = '7b1f0c53-5b0a-4a9a-9a86-0f6d1f0b7a01'
const BEN = 'c0ffee00-5b0a-4a9a-9a86-0f6d1f0b7a02'
const CHECKLIST = `walkon.checklist.account:${ANA}`

beforeEach(() => serveParks([]))

const storeOf = (store: 'tab' | 'device') => (store === 'tab' ? sessionStorage : localStorage)
const nameOf = (key: string) => (key === 'walkon.checklist.' ? CHECKLIST : key)

/** Each key of the list as somebody left it. */
function fill(): void {
  for (const [key, { store }] of Object.entries(DEVICE_KEYS))
    storeOf(store).setItem(
      nameOf(key),
      key.startsWith('walkon.checklist') ? '[]' : key === 'walkon.person' ? ANA : 'x',
    )
}

const kept = (of: 'person' | 'nobody') =>
  Object.entries(DEVICE_KEYS)
    .filter(([key, each]) => each.of === of && storeOf(each.store).getItem(nameOf(key)) !== null)
    .map(([key]) => key)

const allOf = (of: 'person' | 'nobody') =>
  Object.entries(DEVICE_KEYS).flatMap(([key, each]) => (each.of === of ? [key] : []))

async function logOut(user: ReturnType<typeof renderApp>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Account of ana@example.com' }))
  await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
}

async function signIn(user: ReturnType<typeof renderApp>['user']): Promise<void> {
  await user.fill(await screen.findByLabelText('Email'), 'ana@example.com')
  await user.fill(screen.getByLabelText('Password'), PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

test('logging out ends all that names the person, and the theme and the park stay', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  fill()
  const { user } = renderApp('/faq')
  await logOut(user)
  expect(await screen.findByText('Logged out successfully')).toBeDefined()
  expect(kept('person')).toEqual([])
  expect(kept('nobody')).toEqual(allOf('nobody').filter((key) => key !== 'walkon.signed-in'))
})

test('what was typed before the visitor logged out is not in the form after it', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const { user } = renderApp('/contact')
  await logOut(user)
  await screen.findByText('Logged out successfully')
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('ana@')
})

test('a session that has expired ends nothing', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: false })
  fill()
  renderApp('/faq')
  await waitFor(() => expect(localStorage.getItem('walkon.signed-in')).toBeNull())
  expect(kept('person')).toEqual(allOf('person'))
})

test.for([
  ['another account ends all that names the person who signed in before', BEN, ['walkon.person']],
  ['the same account ends nothing', ANA, allOf('person')],
] as const)('a sign-in of %s', async ([, before, left]) => {
  serveIdentity()
  fill()
  localStorage.removeItem('walkon.signed-in')
  for (const store of [localStorage, sessionStorage]) store.setItem('walkon.person', before)
  const { user } = renderApp('/auth')
  await signIn(user)
  await screen.findByText('Login successful')
  expect(kept('person')).toEqual(left)
  expect(localStorage.getItem('walkon.person')).toBe(ANA)
})

test.for([
  ['a•••@example.com', 'link'],
  ['b•••@example.com', null],
])('a draft goes to the first sign-in of the tab; the link of %s is then %o', async ([address, link]) => {
  serveIdentity()
  sessionStorage.setItem('walkon.order', 'x')
  sessionStorage.setItem('walkon.manage-token', 'link')
  let isAsked = false
  server.use(
    http.get('*/api/notifications/ways', () => {
      isAsked = true
      return HttpResponse.json({ email: anEmailWay({ address: String(address) }), numbers: [] })
    }),
  )
  const { user } = renderApp('/auth')
  await signIn(user)
  await screen.findByText('Login successful')
  await waitFor(() => expect(isAsked).toBe(true))
  await waitFor(() => expect(sessionStorage.getItem('walkon.manage-token')).toBe(link))
  expect(sessionStorage.getItem('walkon.order')).toBe('x')
})

test('logging out says that push ends on this device, which the visitor may keep by staying, and ends it', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const device = aDevice()
  const notifier = servePush([device])
  notifier.endpoints.set('https://push.example/own', device.id)
  const browser = giveBrowser({ permission: 'granted', endpoint: 'https://push.example/own' })
  const { user } = renderApp('/faq')
  await logOut(user)
  expect(await screen.findByText(/^Push ends on this device\. Your alerts go by email/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }))
  expect(notifier.devices).toHaveLength(1)
  await logOut(user)
  await user.click(await screen.findByRole('button', { name: 'Log out' }))
  expect(await screen.findByText('Logged out successfully')).toBeDefined()
  expect(notifier.devices).toEqual([])
  expect(browser.endpoint).toBeNull()
})

test('ticks that cannot be sent are asked about before they are lost', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const tick = { id: 't', parkId: 'p', kind: 'tick', rideId: 'r', done: true, madeAt: Date.now() }
  localStorage.setItem(CHECKLIST, JSON.stringify([tick]))
  server.use(http.all('*/api/planner/*', () => HttpResponse.error()))
  const { user } = renderApp('/faq')
  await logOut(user)
  expect(
    await screen.findByText('1 change of your checklist is not sent yet, and will be lost.'),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }))
  expect(localStorage.getItem(CHECKLIST)).not.toBeNull()
})

test('another tab that logs out ends what this tab keeps of the person', async () => {
  serveIdentity()
  sessionStorage.setItem('walkon.manage-token', 'link')
  renderApp('/faq')
  dispatchEvent(new StorageEvent('storage', { key: 'walkon.left', newValue: '1' }))
  await waitFor(() => expect(sessionStorage.getItem('walkon.manage-token')).toBeNull())
})

test('a log-out that the server does not take ends nothing', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  server.use(http.post('*/auth/v1/logout', () => refusal('unavailable')))
  fill()
  const { user } = renderApp('/faq')
  await logOut(user)
  expect(await screen.findByText('Error signing out')).toBeDefined()
  expect(kept('person')).toEqual(allOf('person'))
})
