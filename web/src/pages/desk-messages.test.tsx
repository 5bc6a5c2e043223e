import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EMAIL, find, serveDesk, signInAs, XSS } from '../test/desk.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

const message = (id: string, subject: string, fields: object = {}) => ({
  id,
  about: 'notification',
  channel: 'email',
  address: EMAIL,
  state: 'delivered',
  reason: null,
  attempts: 1,
  subject,
  queuedAt: '2026-04-14T12:00:00Z',
  lastCalledAt: '2026-04-14T12:00:00.500Z',
  acceptedAt: '2026-04-14T12:00:01Z',
  deliveredAt: '2026-04-14T12:00:02Z',
  changedAt: '2026-04-14T12:00:02Z',
  ...fields,
})

test('messages stand by their subjects as plain text, of all ways or of one, with the steps of each', async () => {
  serveParks([])
  signInAs('support')
  const deliveries = [
    message('one', `Your receipt ${XSS}`),
    message('two', 'Answer to YES', { channel: 'sms', address: '••• 0142' }),
  ]
  serveDesk({ notifications: { deliveries } })
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)

  const list = within(await screen.findByRole('list', { name: 'Messages sent' }))
  expect(list.getByText(`Your receipt ${XSS}`)).toBeDefined()
  expect(list.getAllByText('Sent, attempt 1')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Text 1' }))
  expect(list.queryByText(`Your receipt ${XSS}`)).toBeNull()
  expect(list.getByText('Answer to YES')).toBeDefined()
})
