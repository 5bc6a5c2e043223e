import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { giveBrowser, giveNavigator, servePush } from '../../test/push.ts'
import { renderSection, rows, turnOnButton } from '../../test/push-section.tsx'
import { clickTwiceAtOnce } from '../../test/render-app.tsx'
import { refusal } from '../../test/samples.ts'
import { server } from '../../test/server.ts'

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
