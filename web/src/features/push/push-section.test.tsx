import type { Device } from '@walkon/contracts/http/push'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { callerOfMail } from '../../lib/api.ts'
import { aDevice, giveBrowser, giveNavigator, servePush } from '../../test/push.ts'
import { clickTwiceAtOnce } from '../../test/render-app.tsx'
import { refusal } from '../../test/samples.ts'
import { server } from '../../test/server.ts'
import { ToastPlace } from '../../ui/toast-place.tsx'
import { PushSection } from './push-section.tsx'

function renderSection({ sandboxDeviceUrl = null as string | null } = {}) {
  // As the app has it.
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ToastPlace>
        <PushSection
          caller={callerOfMail('manage')}
          sandboxDeviceUrl={sandboxDeviceUrl}
          inboxUrl="/sandbox/inbox"
        />
      </ToastPlace>
    </QueryClientProvider>,
  )
  return userEvent.setup({ delay: null })
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const turnOnButton = () => button('Turn on push on this device')
const rows = () => screen.findAllByRole('listitem')
const switchOfEmail = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Push instead of email' })

/** A browser that gets the alerts already. */
function giveOwnDevice(overrides: Partial<Device> = {}, others: Device[] = []) {
  const own = aDevice({ name: 'Chrome on Android', ...overrides })
  const notifier = servePush([own, ...others])
  const browser = giveBrowser({ permission: 'granted', endpoint: 'https://push.example/own' })
  notifier.endpoints.set('https://push.example/own', own.id)
  return { own, notifier, browser }
}

test('a browser is asked for its permission and gets a service worker only when push is turned on', async () => {
  servePush()
  const browser = giveBrowser()
  const user = renderSection()
  await turnOnButton()
  expect(browser).toMatchObject({ asked: 0, registered: [] })
  await user.click(await turnOnButton())
  expect(await screen.findByText('This device gets your alerts.')).toBeDefined()
  expect(browser).toMatchObject({ asked: 1, registered: ['/sw.js'] })
})

test('turning on subscribes with the key of notifier, which then lists the device by its name', async () => {
  const notifier = servePush()
  const browser = giveBrowser()
  giveNavigator({ userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0' })
  const user = renderSection()
  await user.click(await turnOnButton())
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    'Firefox on AndroidThis device. Added just now, no notification yetRemove',
  ])
  expect(browser.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: `B${'k'.repeat(86)}`,
  })
  expect(notifier.added).toMatchObject([{ endpoint: 'https://push.example/1', name: 'Firefox on Android' }])
})

test('a new state is read out: the focus goes to it', async () => {
  servePush()
  giveBrowser()
  const user = renderSection()
  await user.click(await turnOnButton())
  const state = await screen.findByText('This device gets your alerts.')
  await waitFor(() => expect(document.activeElement).toBe(state))
})

test('two clicks at once turn push on once', async () => {
  const notifier = servePush()
  const browser = giveBrowser()
  renderSection()
  clickTwiceAtOnce(await turnOnButton())
  await screen.findByText('This device gets your alerts.')
  expect(browser.asked).toBe(1)
  expect(notifier.added).toHaveLength(1)
})

test('a visitor who answers no is told how to undo it', async () => {
  const notifier = servePush()
  giveBrowser({ answer: 'denied' })
  const user = renderSection()
  await user.click(await turnOnButton())
  expect(await screen.findByText('Your browser blocks notifications from Walkon.')).toBeDefined()
  expect(screen.getByText(/set Notifications to Allow/)).toBeDefined()
  expect(notifier.added).toEqual([])
})

test('a visitor who answers nothing can try again', async () => {
  servePush()
  const browser = giveBrowser({ answer: 'default' })
  const user = renderSection()
  await user.click(await turnOnButton())
  expect((await screen.findByRole('alert')).textContent).toContain('choose Allow')
  browser.answer = 'granted'
  await user.click(await turnOnButton())
  expect(await screen.findByText('This device gets your alerts.')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a permission that was changed in the settings of the browser shows when the visitor comes back', async () => {
  servePush()
  const browser = giveBrowser({ permission: 'denied' })
  renderSection()
  await screen.findByText('Your browser blocks notifications from Walkon.')
  browser.permission = 'default'
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(await turnOnButton()).toBeDefined()
})

test('a device that was added in another tab is listed when the visitor comes back', async () => {
  const notifier = servePush([aDevice({ name: 'Chrome on Android' })])
  giveBrowser()
  renderSection()
  await screen.findByText('Chrome on Android')
  notifier.devices = [...notifier.devices, aDevice({ name: 'Firefox on Linux' })]
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText('Firefox on Linux')).toBeDefined()
})

test('a permission that is changed beside the page shows at once', async () => {
  servePush()
  const browser = giveBrowser({ permission: 'denied' })
  const status = new EventTarget()
  const { serviceWorker } = navigator
  giveNavigator({ serviceWorker, permissions: { query: async () => status } })
  renderSection()
  await screen.findByText('Your browser blocks notifications from Walkon.')
  browser.permission = 'default'
  status.dispatchEvent(new Event('change'))
  expect(await turnOnButton()).toBeDefined()
})

test('a push service that the browser cannot reach is said to be the reason', async () => {
  servePush()
  const browser = giveBrowser()
  browser.subscribe.mockRejectedValue(new DOMException('Registration failed', 'AbortError'))
  const user = renderSection()
  await user.click(await turnOnButton())
  expect((await screen.findByRole('alert')).textContent).toContain('Your browser could not turn push on')
})

test('a subscription that was made with another key makes way', async () => {
  const notifier = servePush()
  const browser = giveBrowser({ permission: 'granted', endpoint: 'https://push.example/of-another-key' })
  browser.subscribe.mockRejectedValueOnce(new DOMException('Another key', 'InvalidStateError'))
  const user = renderSection()
  await user.click(await turnOnButton())
  await screen.findByText('This device gets your alerts.')
  expect(notifier.added.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/1'])
})

test.for([
  ['too-many-devices', 'Ten devices at most'],
  ['push-endpoint-refused', 'Push is not available'],
  ['too-many-requests', 'Too Many Attempts'],
] as const)('%s has words, and the button stays for another try', async ([code, title]) => {
  servePush()
  giveBrowser()
  server.use(http.post('*/api/notifications/devices', () => refusal(code), { once: true }))
  const user = renderSection()
  await user.click(await turnOnButton())
  expect((await screen.findByRole('alert')).textContent).toContain(title)
  await user.click(await turnOnButton())
  expect(await screen.findByText('This device gets your alerts.')).toBeDefined()
})

test('an iPhone that has not installed Walkon is told the steps', async () => {
  servePush()
  vi.stubGlobal('isSecureContext', true)
  giveNavigator({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  renderSection()
  expect(await screen.findByText(/push comes to the Walkon app on your Home Screen/)).toBeDefined()
  expect((await rows()).map(({ textContent }) => textContent)).toContain(
    'Choose “Add to Home Screen”, then “Add”.',
  )
  expect(screen.queryByRole('button', { name: /Turn on/ })).toBeNull()
})

test.for([
  [true, 'This browser can’t show push notifications.'],
  [false, 'Push needs a secure connection.'],
] as const)('a browser without push says why (secure: %s)', async ([isSecure, words]) => {
  servePush()
  vi.stubGlobal('isSecureContext', isSecure)
  renderSection()
  expect(await screen.findByText(words)).toBeDefined()
})

test('the subscription of a device that another visitor has taken over is off here', async () => {
  servePush()
  giveBrowser({ permission: 'granted', endpoint: 'https://push.example/own' })
  renderSection()
  expect(await turnOnButton()).toBeDefined()
})

test('a test goes to this device, and the page says what to look for', async () => {
  const { own, notifier } = giveOwnDevice()
  const user = renderSection()
  await user.click(await button('Send a test'))
  expect(await screen.findByText('It should show on this device in a moment.')).toBeDefined()
  expect(notifier.tested).toEqual([own.id])
})

test('a test too many says so', async () => {
  giveOwnDevice()
  server.use(http.post('*/api/notifications/devices/:id/test', () => refusal('too-many-requests')))
  const user = renderSection()
  await user.click(await button('Send a test'))
  expect((await screen.findByRole('alert')).textContent).toContain('Too Many Attempts')
})

test('turning off removes the device from the list, and the subscription from the browser', async () => {
  const { notifier, browser } = giveOwnDevice()
  const user = renderSection()
  await user.click(await button('Turn off here'))
  const state = await screen.findByText('Off on this device.')
  await waitFor(() => expect(document.activeElement).toBe(state))
  expect(notifier.devices).toEqual([])
  expect(browser.endpoint).toBeNull()
})

test('removing this device from the list turns it off', async () => {
  const { browser } = giveOwnDevice()
  const user = renderSection()
  await user.click(await button('Remove Chrome on Android'))
  expect(await turnOnButton()).toBeDefined()
  expect(browser.endpoint).toBeNull()
})

test('another device is tested and removed from here, and this one stays on', async () => {
  const laptop = aDevice({ name: 'Firefox on Linux' })
  const { own, notifier } = giveOwnDevice({}, [laptop])
  const user = renderSection()
  await user.click(await button('Send a test to Firefox on Linux'))
  await screen.findByText('It should show on Firefox on Linux in a moment.')
  expect(notifier.tested).toEqual([laptop.id])
  await user.click(await button('Remove Firefox on Linux'))
  expect(await screen.findByText('Firefox on Linux removed')).toBeDefined()
  expect(notifier.devices).toEqual([own])
  expect(screen.getByText('This device gets your alerts.')).toBeDefined()
})

test('a device that another tab has removed already is gone here too', async () => {
  const laptop = aDevice({ name: 'Firefox on Linux' })
  const { notifier } = giveOwnDevice({}, [laptop])
  const user = renderSection()
  const remove = await button('Remove Firefox on Linux')
  notifier.devices = notifier.devices.filter(({ id }) => id !== laptop.id)
  await user.click(remove)
  await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a device says in words what became of its latest notification', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 5_000).toISOString()
  const device = (name: string, accepted: string | null, shown: string | null) =>
    aDevice({ name, addedAt: minutesAgo(60), lastAcceptedAt: accepted, lastShownAt: shown })
  servePush([
    device('New', null, null),
    device('Shown', minutesAgo(5), minutesAgo(4)),
    device('Out of reach', minutesAgo(3), minutesAgo(30)),
  ])
  giveBrowser()
  renderSection()
  await screen.findByText('Shown')
  expect((await rows()).map((row) => within(row).getByText(/^Added/).textContent)).toEqual([
    'Added 60 min ago, no notification yet',
    'Added 60 min ago, last notification shown 4 min ago',
    'Added 60 min ago, last notification sent 3 min ago, not shown yet',
  ])
})

test('push replaces email when the visitor chooses so, and the page says what that means', async () => {
  const { notifier } = giveOwnDevice()
  const user = renderSection()
  expect((await switchOfEmail()).checked).toBe(false)
  await user.click(await switchOfEmail())
  expect((await switchOfEmail()).checked).toBe(true)
  expect(screen.getByText(/An alert that none of them takes comes by email/)).toBeDefined()
  await waitFor(() => expect(notifier.replacesEmail).toBe(true))
})

test('a choice shows before the server has answered', async () => {
  giveOwnDevice()
  server.use(http.put('*/api/notifications/push/preference', () => new Promise<never>(() => undefined)))
  const user = renderSection()
  await user.click(await switchOfEmail())
  expect((await switchOfEmail()).checked).toBe(true)
  expect(screen.getByText(/An alert that none of them takes comes by email/)).toBeDefined()
})

test('a choice that is refused goes back, with a word', async () => {
  giveOwnDevice()
  server.use(http.put('*/api/notifications/push/preference', () => refusal('unavailable')))
  const user = renderSection()
  await user.click(await switchOfEmail())
  expect((await screen.findByRole('alert')).textContent).toContain('We are busy')
  await waitFor(async () => expect((await switchOfEmail()).checked).toBe(false))
})

test('a visitor without a device whose choice is push reads that alerts come by email', async () => {
  servePush([], { replacesEmail: true })
  giveBrowser()
  renderSection()
  expect(await screen.findByText('No device gets your alerts now, so they come by email.')).toBeDefined()
})

test('devices that cannot be loaded are offered again', async () => {
  servePush([aDevice()])
  giveBrowser()
  server.use(http.get('*/api/notifications/devices', () => refusal('unavailable'), { once: true }))
  const user = renderSection()
  await screen.findByText('Error loading your devices')
  await user.click(await button('Try again'))
  expect(await screen.findByText('Firefox on Android')).toBeDefined()
})

test('the phone of the sandbox is offered in the local run alone, and added as any device', async () => {
  const notifier = servePush()
  giveBrowser()
  let asked: unknown
  server.use(
    http.post('*/sandbox/devices', async ({ request }) => {
      asked = await request.json()
      const keys = { p256dh: `B${'p'.repeat(86)}`, auth: 's'.repeat(22) }
      return HttpResponse.json(
        { endpoint: 'http://127.0.0.1:4900/push/p1', expirationTime: null, keys },
        { status: 201 },
      )
    }),
  )
  const user = renderSection({ sandboxDeviceUrl: '/sandbox/devices' })
  await user.click(await button('Add the sandbox’s phone'))
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Sandbox phone'),
  ])
  expect(asked).toMatchObject({ applicationServerKey: `B${'k'.repeat(86)}` })
  expect(notifier.added).toMatchObject([{ endpoint: 'http://127.0.0.1:4900/push/p1', name: 'Sandbox phone' }])
})

test('without a sandbox no phone of it is offered', async () => {
  servePush()
  giveBrowser()
  renderSection()
  await turnOnButton()
  expect(screen.queryByRole('button', { name: /sandbox/ })).toBeNull()
})
