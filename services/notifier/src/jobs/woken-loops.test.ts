import { afterAll, expect, test, vi } from 'vitest'
import { anAlertEvent, createTestNotifier } from '../testing/notifier.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { POSTMARK } from '../testing/postmark-webhook.ts'
import { PATIENT } from '../testing/settings.ts'

/** No loop looks for work by itself here: what happens, the wake-up after a commit has caused. */

const { app, hear, start, countStates, listDeliveries, close } = await createTestNotifier()
const postmark = await startPostmarkServer()
const running = await start({ env: { ...PATIENT, POSTMARK_API_URL: postmark.url }, onlyWhenWoken: true })

afterAll(async () => {
  await running.stop()
  await postmark.close()
  await close()
})

test('a delivery leaves when it is committed, and a receipt is applied when it is stored', async () => {
  for (let sent = 1; sent <= 6; sent++) {
    await hear([anAlertEvent()])
    await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: sent }))
  }

  const [first] = await listDeliveries()
  await app.inject({
    method: 'POST',
    url: '/webhooks/postmark',
    headers: POSTMARK,
    payload: {
      RecordType: 'Delivery',
      MessageID: 'm1',
      Recipient: first?.address,
      Metadata: { delivery_id: first?.id },
    },
  })
  await vi.waitFor(async () => expect(await countStates()).toEqual({ accepted: 5, delivered: 1 }))
})
