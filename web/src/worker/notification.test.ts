import type { PushPayload } from '@walkon/contracts/http/push'
import { expect, test } from 'vitest'
import { toNotification } from './notification.ts'

const payload: PushPayload = {
  v: 1,
  kind: 'ride-alerts',
  title: 'Space Mountain: 10 min',
  body: 'At Magic Kingdom Park, read 9:08 am. Your limit is 15.',
  tag: 'delivery-1',
  url: '/live-wait-times?park=p1&ride=r1',
  token: 'of-this-delivery',
  actions: ['done', 'snooze'],
  sentAt: '2026-04-14T13:08:00.000Z',
}

test('a notification shows what the push says, offers its actions, and replaces an earlier sending of it in silence', () => {
  const { title, options } = toNotification(JSON.stringify(payload))

  expect(title).toBe('Space Mountain: 10 min')
  expect(options).toMatchObject({
    body: 'At Magic Kingdom Park, read 9:08 am. Your limit is 15.',
    tag: 'delivery-1',
    renotify: false,
    timestamp: Date.parse('2026-04-14T13:08:00Z'),
    actions: [
      { action: 'done', title: 'Done' },
      { action: 'snooze', title: 'Snooze 30 min' },
    ],
    data: { url: '/live-wait-times?park=p1&ride=r1', token: 'of-this-delivery' },
  })
})

test.for([
  ['nothing', undefined],
  ['no JSON', 'Space Mountain: 10 min'],
  ['no object', '3'],
  ['half a payload', '{"v":1,"title":"Space Mountain"}'],
  ['a later version', JSON.stringify({ ...payload, v: 2 })],
  ['an address of another site', JSON.stringify({ ...payload, url: 'https://evil.example/' })],
  ['another site without a scheme', JSON.stringify({ ...payload, url: '//evil.example/' })],
  ['another site behind a backslash', JSON.stringify({ ...payload, url: '/\\evil.example/' })],
] as const)('a push with %s still shows a notification, which leads to all alerts', ([, text]) => {
  const { title, options } = toNotification(text)

  expect(title).toBe('Walkon')
  expect(options.body).toBe('You have a new alert. Tap to see it.')
  expect(options.data).toEqual({ url: '/manage-alerts' })
  expect(options.actions).toEqual([])
})
