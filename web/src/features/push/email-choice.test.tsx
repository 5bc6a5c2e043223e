import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { giveBrowser, servePush } from '../../test/push.ts'
import { giveOwnDevice, renderSection } from '../../test/push-section.tsx'
import { refusal } from '../../test/samples.ts'
import { server } from '../../test/server.ts'

const switchOfEmail = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Push instead of email' })

test('push replaces email when the visitor chooses so, and the page says what that means', async () => {
  const { notifier } = giveOwnDevice()
  const user = renderSection()
  expect((await switchOfEmail()).checked).toBe(false)
  await user.click(await switchOfEmail())
  expect((await switchOfEmail()).checked).toBe(true)
  expect(screen.getByText(/If none of them takes one, it comes by email/)).toBeDefined()
  await waitFor(() => expect(notifier.replacesEmail).toBe(true))
})

test('a choice shows before the server has answered', async () => {
  giveOwnDevice()
  server.use(http.put('*/api/notifications/push/preference', () => new Promise<never>(() => undefined)))
  const user = renderSection()
  await user.click(await switchOfEmail())
  expect((await switchOfEmail()).checked).toBe(true)
  expect(screen.getByText(/If none of them takes one, it comes by email/)).toBeDefined()
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
