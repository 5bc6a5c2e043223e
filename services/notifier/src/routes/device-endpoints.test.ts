import type { NewDevice } from '@walkon/contracts/http/push'
import { linkHeaders } from '@walkon/testing/service'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aSubscription } from '../testing/devices.ts'
import { createTestNotifier } from '../testing/notifier.ts'

/** A device is added only where its endpoint is one of a push service and its keys are a browser's. */

const { app, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const add = async (overrides: Partial<NewDevice>) =>
  app.inject({
    method: 'POST',
    url: '/devices',
    headers: await linkHeaders('ada@example.com'),
    payload: aSubscription(overrides),
  })

test.for([
  'http://fcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com:8443/fcm/send/1',
  'https://user:secret@fcm.googleapis.com/fcm/send/1',
  'https://fcm.googleapis.com@evil.example/1',
  'https://fcm.googleapis.com.evil.example/1',
  'https://evil-fcm.googleapis.com/1',
  'https://notify.windows.com.evil.example/1',
  'https://evilnotify.windows.com/1',
  'https://evilgoogle.com/1',
  'https://google.com.evil.example/1',
  'https://fcm.googleapis.com./fcm/send/1',
  'https://127.0.0.1/1',
  'https://10.0.0.1/1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/1',
  'https://[::ffff:127.0.0.1]/1',
  'https://2130706433/1',
  'http://127.0.0.1:4900/push/1',
  'https://localhost/1',
  'file:///etc/passwd',
])('422: the endpoint %s is refused', async (endpoint) => {
  const refused = await add({ endpoint })

  expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'push-endpoint-refused' }])
})

test.for([
  'https://fcm.googleapis.com/fcm/send/1',
  'https://updates.push.services.mozilla.com/wpush/v2/1',
  'https://wns2-by3p.notify.windows.com/w/?token=1',
  'https://autopush.prod.push.services.mozilla.com/wpush/v2/1',
  'https://jmt17.google.com/fcm/send/1',
  'https://web.push.apple.com/1',
  'https://api.push.apple.com:443/1',
])('201: the endpoint %s is one of a push service', async (endpoint) => {
  expect((await add({ endpoint })).statusCode).toBe(201)
})

test.for([
  ['a key that is too short', { p256dh: 'BAAA', auth: 'A'.repeat(22) }],
  ['a key that is no point of the curve', { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }],
  ['a secret that is too short', { ...aSubscription().keys, auth: 'AAAA' }],
] as const)('400: %s is refused', async ([, keys]) => {
  const refused = await add({ keys })

  expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'invalid-request' }])
})

test.for([8.64e15, 1e300, -1, -1e14])(
  '400: an endpoint that ends at %d, which is no time of a calendar, is refused',
  async (expirationTime) => {
    const refused = await add({ expirationTime })

    expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'invalid-request' }])
  },
)
