import { act, screen, within } from '@testing-library/react'
import type { NewSubscriber } from '@walkon/contracts/http/newsletter'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

let received: NewSubscriber[]

beforeEach(() => {
  serveParks([])
  received = []
})

function serveNewsletter(answer: (asked: NewSubscriber) => Response) {
  server.use(
    http.post('*/api/notifications/newsletter', async ({ request }) => {
      const asked = (await request.json()) as NewSubscriber
      received.push(asked)
      return answer(asked)
    }),
  )
}
const answers = (status: string) => () => HttpResponse.json({ status, receipt: `receipt-${status}` })

async function subscribe(entered: string) {
  const { user } = renderApp('/faq')
  const form = within(await screen.findByRole('form', { name: /^The Walkon newsletter/ }))
  await user.type(form.getByLabelText('Send it to'), entered)
  await user.click(form.getByRole('button', { name: 'Subscribe' }))
  return { user, form }
}

test('what is no address is refused beside its field, and nothing is sent', async () => {
  const { form } = await subscribe('nobody')
  expect(form.getByText('Invalid Email')).toBeDefined()
  expect(form.getByText('Please enter a valid email address')).toBeDefined()
  await expectFocusOn(form.getByLabelText('Send it to'))
  expect(received).toEqual([])
})

test('an address is sent trimmed and in lower case, and its owner is told what to do', async () => {
  serveNewsletter(answers('confirmation-sent'))
  const { form } = await subscribe('  Ana@Example.com ')
  expect(await form.findByText('Check your email')).toBeDefined()
  expect(received).toEqual([{ email: 'ana@example.com' }])
})

test('two presses before the first is answered are one request', async () => {
  serveNewsletter(answers('confirmation-sent'))
  const { user } = renderApp('/faq')
  const form = within(await screen.findByRole('form', { name: /^The Walkon newsletter/ }))
  await user.type(form.getByLabelText('Send it to'), 'ana@example.com')
  const button = form.getByRole('button', { name: 'Subscribe' })
  act(() => {
    button.click()
    button.click()
  })
  expect(await form.findByText('Check your email')).toBeDefined()
  expect(received).toHaveLength(1)
})

test('the browser that subscribed an address shows its receipt the next time, and is told that it is subscribed', async () => {
  serveNewsletter(({ receipt }) => answers(receipt ? 'already-subscribed' : 'confirmation-sent')())
  const { user, form } = await subscribe('ana@example.com')
  await form.findByText('Check your email')
  await user.click(form.getByRole('button', { name: 'Subscribe' }))

  expect(await form.findByText('Already Subscribed')).toBeDefined()
  expect(form.getByText('This email is already subscribed to the newsletter!')).toBeDefined()
  expect(form.getByLabelText('Send it to').getAttribute('aria-invalid')).toBeNull()
  expect(received[1]).toEqual({ email: 'ana@example.com', receipt: 'receipt-confirmation-sent' })
})

test('the receipt of one address is not shown with another', async () => {
  serveNewsletter(answers('confirmation-sent'))
  const { user, form } = await subscribe('ana@example.com')
  await form.findByText('Check your email')
  await user.clear(form.getByLabelText('Send it to'))
  await user.type(form.getByLabelText('Send it to'), 'bob@example.com')
  await user.click(form.getByRole('button', { name: 'Subscribe' }))
  await form.findByText('Check your email')
  expect(received[1]).toEqual({ email: 'bob@example.com' })
})

test('a failure is told in the words of the specification, and keeps what was entered', async () => {
  serveNewsletter(() => HttpResponse.error())
  const { form } = await subscribe('ana@example.com')
  expect(await form.findByText('Subscription Failed')).toBeDefined()
  expect(form.getByText('Something went wrong. Please try again.')).toBeDefined()
  expect(form.getByLabelText<HTMLInputElement>('Send it to').value).toBe('ana@example.com')
})
