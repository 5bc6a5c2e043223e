import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { callerOfMail } from '../../lib/link-caller.ts'
import { expectFocusOn } from '../../test/focus.ts'
import { refusal } from '../../test/samples.ts'
import { server } from '../../test/server.ts'
import { aMessage, anEndpoint, SECRET, serveWebhooks } from '../../test/webhooks.ts'
import { ToastPlace } from '../../ui/toast-place.tsx'
import { WebhookSection } from './webhook-section.tsx'

function renderSection() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const user = userEvent.setup({ delay: null })
  render(
    <QueryClientProvider client={queryClient}>
      <ToastPlace>
        <WebhookSection caller={callerOfMail('manage')} />
      </ToastPlace>
    </QueryClientProvider>,
  )
  return user
}

const URL_OF_HOOK = 'https://hooks.example.com/walkon'
const button = (name: string) => screen.findByRole('button', { name })
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Web address' })

test('a webhook is added, and its secret is shown this once, with the focus', async () => {
  const notifier = serveWebhooks()
  const user = renderSection()
  await user.type(await field(), ` ${URL_OF_HOOK} {Enter}`)

  expect(await screen.findByText(SECRET)).toBeDefined()
  expect(document.activeElement?.textContent).toContain('Keep the secret of your webhook now')
  expect(notifier.endpoints).toMatchObject([{ url: URL_OF_HOOK }])
  expect((await field()).value).toBe('')
})

test('an entry that is no web address is not sent, and the field says why', async () => {
  const notifier = serveWebhooks()
  const user = renderSection()
  await user.type(await field(), 'hooks.example.com')
  await user.click(await button('Add'))

  expect(await screen.findByText('Address not valid')).toBeDefined()
  await expectFocusOn(await field())
  expect(notifier.endpoints).toEqual([])
})

test('an address that the server refuses says so at its field, which keeps what was entered', async () => {
  serveWebhooks()
  server.use(http.post('*/api/notifications/webhook-endpoints', () => refusal('webhook-url-refused')))
  const user = renderSection()
  await user.type(await field(), 'https://10.0.0.1/{Enter}')

  expect(await screen.findByText('Address not valid')).toBeDefined()
  await expectFocusOn(await field())
  expect((await field()).value).toBe('https://10.0.0.1/')
})

test('two presses before the first is answered add one webhook', async () => {
  const notifier = serveWebhooks()
  const user = renderSection()
  await user.type(await field(), URL_OF_HOOK)
  const add = await button('Add')
  act(() => {
    add.click()
    add.click()
  })

  expect(await screen.findByText(SECRET)).toBeDefined()
  expect(notifier.endpoints).toHaveLength(1)
})

test('a test shows its result among the newest messages', async () => {
  serveWebhooks(
    [anEndpoint()],
    [
      aMessage({ state: 'waiting', lastError: 'http-500' }),
      aMessage({ state: 'failed', lastError: 'timeout' }),
    ],
  )
  const user = renderSection()
  await user.click(await button(`Send a test to ${URL_OF_HOOK}`))

  expect(await screen.findByText('Test, just now: taken')).toBeDefined()
  expect(
    screen.getByText('Ride alert, just now: will be tried again: your server answered 500'),
  ).toBeDefined()
  expect(screen.getByText('Ride alert, just now: given up: your server did not answer in time')).toBeDefined()
})

test('a webhook that was given up says why, and is turned on again', async () => {
  const disabledAt = new Date().toISOString()
  serveWebhooks([anEndpoint({ disabledAt, disabledReason: 'failing' })])
  const user = renderSection()
  expect(await screen.findByText('Turned off just now: it took nothing for three days')).toBeDefined()
  await user.click(await button(`Turn on ${URL_OF_HOOK}`))

  expect(await button(`Send a test to ${URL_OF_HOOK}`)).toBeDefined()
})

test('a webhook is removed after a question, also where another tab was first', async () => {
  const notifier = serveWebhooks([anEndpoint()])
  const user = renderSection()
  await user.click(await button(`Remove ${URL_OF_HOOK}`))
  notifier.endpoints = []
  await user.click(await button('Remove webhook'))

  expect(await screen.findByText('Webhook removed')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an account with three webhooks is offered no fourth', async () => {
  serveWebhooks([
    anEndpoint(),
    anEndpoint({ url: 'https://b.example/' }),
    anEndpoint({ url: 'https://c.example/' }),
  ])
  renderSection()
  await screen.findByText('https://c.example/')

  expect(screen.queryByRole('textbox', { name: 'Web address' })).toBeNull()
})
