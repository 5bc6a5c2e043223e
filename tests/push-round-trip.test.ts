import { alertTriggered } from '@walkon/contracts/events/alerts'
import { recipientReplied } from '@walkon/contracts/events/notifications'
import { createTestNotifier, someAlerts } from '@walkon/notifier/testing/notifier'
import { startNotifier } from '@walkon/notifier/testing/running-notifier'
import { createSandbox } from '@walkon/sandbox/app'
import { heard, linkHeaders } from '@walkon/testing/service'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

/** The notifier and the sandbox's push service, with nothing between them but the real SDK, encryption and HTTP. */

const EMAIL = 'ada@example.com'
const notifier = await createTestNotifier()
const address = await notifier.app.listen({ host: '127.0.0.1', port: 0 })
const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
const sandbox = createSandbox({
  dataDir,
  seed: 'test',
  now: () => new Date(),
  host: '127.0.0.1',
  port: 0,
  postmarkServerToken: 'token',
  pushProductUrl: address,
})
const sandboxUrl = `http://127.0.0.1:${await sandbox.start()}`
const sender = await startNotifier(notifier.db, notifier.url, {
  env: {
    PUSH_TEST_ORIGINS: sandboxUrl,
    POSTMARK_API_URL: `${sandboxUrl}/postmark`,
    POSTMARK_SERVER_TOKEN: 'token',
  },
})
afterAll(async () => {
  await sender.stop()
  await sandbox.stop()
  await notifier.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const messages = z.array(
  z.object({ id: z.string(), channel: z.string(), subject: z.string(), text: z.string() }),
)

async function call(method: string, url: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    body: response.status === 204 ? null : ((await response.json()) as unknown),
  }
}

test('an alert reaches a subscribed phone, is delivered when the phone has shown it, and its Done is passed on', async () => {
  const api = notifier.build({ env: { PUSH_TEST_ORIGINS: sandboxUrl } }).app
  const { publicKey } = (await api.inject('/push/key')).json<{ publicKey: string }>()
  const { body: subscription } = await call('POST', `${sandboxUrl}/sandbox/devices`, {
    applicationServerKey: publicKey,
    name: 'Ada’s phone',
  })
  const headers = await linkHeaders(EMAIL)
  const payload = { ...z.looseObject({}).parse(subscription), name: 'Ada’s phone' }
  expect((await api.inject({ method: 'POST', url: '/devices', headers, payload })).statusCode).toBe(201)

  const alerts = someAlerts({ email: EMAIL, parkName: 'Magic Kingdom Park' })
  await notifier.hear([heard(alertTriggered, alerts)])

  const listPushes = async () =>
    messages.parse((await call('GET', `${sandboxUrl}/sandbox/messages?channel=push`)).body)
  await vi.waitFor(async () => expect(await listPushes()).toHaveLength(1))
  const [push] = await listPushes()
  expect(push).toMatchObject({ subject: 'Space Mountain: 10 min' })
  expect(push?.text).toMatch(/^Magic Kingdom Park, \d{1,2}(:\d\d)? [ap]m\. Usually 55\.$/)

  const historyOf = async () =>
    (await api.inject({ url: '/history', headers })).json<{ channel: string; state: string }[]>()
  await vi.waitFor(async () =>
    expect((await historyOf()).find(({ channel }) => channel === 'push')).toMatchObject({
      state: 'delivered',
    }),
  )

  const pressed = await call('POST', `${sandboxUrl}/sandbox/messages/${push?.id}/actions/done`)
  expect(pressed).toMatchObject({ status: 202, body: { status: 204 } })
  expect(await notifier.published(recipientReplied)).toMatchObject([
    { reply: { kind: 'done' }, alertIds: alerts.alerts.map(({ alertId }) => alertId) },
  ])
  await api.close()
})
