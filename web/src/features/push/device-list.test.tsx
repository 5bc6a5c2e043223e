import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { aDevice, giveBrowser, servePush } from '../../test/push.ts'
import { button, giveOwnDevice, renderSection, rows, turnOnButton } from '../../test/push-section.tsx'
import { refusal } from '../../test/samples.ts'
import { server } from '../../test/server.ts'

test('a device that was added in another tab is listed when the visitor comes back', async () => {
  const notifier = servePush([aDevice({ name: 'Chrome on Android' })])
  giveBrowser()
  renderSection()
  await screen.findByText('Chrome on Android')
  notifier.devices = [...notifier.devices, aDevice({ name: 'Firefox on Linux' })]
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText('Firefox on Linux')).toBeDefined()
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
  await user.click(await button('Remove device'))
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
  await user.click(await button('Remove device'))
  expect(await screen.findByText('Firefox on Linux removed')).toBeDefined()
  expect(notifier.devices).toEqual([own])
  expect(screen.getByText('This device gets your alerts.')).toBeDefined()
})

test('a device whose removal is thought over stays', async () => {
  const laptop = aDevice({ name: 'Firefox on Linux' })
  const { own, notifier } = giveOwnDevice({}, [laptop])
  const user = renderSection()
  await user.click(await button('Remove Firefox on Linux'))
  await user.click(await button('Keep it'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(notifier.devices).toEqual([own, laptop])
})

test('a device that another tab has removed already is gone here too', async () => {
  const laptop = aDevice({ name: 'Firefox on Linux' })
  const { notifier } = giveOwnDevice({}, [laptop])
  const user = renderSection()
  const remove = await button('Remove Firefox on Linux')
  notifier.devices = notifier.devices.filter(({ id }) => id !== laptop.id)
  await user.click(remove)
  await user.click(await button('Remove device'))
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
