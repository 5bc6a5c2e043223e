import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertMessageEvent, listMessageEvents } from '../state/message-events.ts'
import { insertMessage, listMessages, type Message } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { queueWebhook, type WebhookTarget } from '../state/webhooks.ts'
import type { CheckedPush } from './check.ts'
import type { PushDevice } from './devices.ts'

/** The fields of a payload that the phone reads. A payload that it cannot read is shown as it is. */
const payload = z.looseObject({
  title: z.string(),
  body: z.string(),
  tag: z.string().default(''),
  url: z.string().default('/'),
  token: z.string().optional(),
  actions: z.array(z.string()).default([]),
})
export type Notification = z.output<typeof payload>

/** Takes a push into the ledger. Its phone shows it at once and says so. Returns its id. */
export function takePush(store: Store, device: PushDevice, push: CheckedPush, now: Date): string {
  const shown = readPayload(push.payload)
  const id = randomUUID()
  store.transaction(() => {
    if (push.topic) replaceTwins(store, device, push.topic, now)
    insertMessage(store, {
      id,
      channel: 'push',
      from: 'push service',
      to: [device.id],
      subject: shown.title,
      text: shown.body,
      html: null,
      headers: {
        ttl: String(push.ttlSeconds),
        urgency: push.urgency,
        ...(push.topic && { topic: push.topic }),
      },
      metadata: {
        device: device.id,
        name: device.name,
        tag: shown.tag,
        url: shown.url,
        // The payload that a real browser would hand to its service worker.
        payload: push.payload,
        ...(push.topic && { topic: push.topic }),
      },
      tag: null,
      stream: null,
      detail: shown,
      sentAt: now,
    })
    if (shown.token) queueWebhook(store, 'push', { messageId: id, token: shown.token }, now)
  })
  return id
}

function readPayload(text: string): Notification {
  try {
    return payload.parse(JSON.parse(text))
  } catch {
    return { title: 'Unreadable notification', body: text, tag: '', url: '/', actions: [] }
  }
}

export const notificationOf = (message: Message): Notification => payload.parse(message.detail)

/** RFC 8030: a push that the phone has not shown yet gives way to a later one of its topic. */
function replaceTwins(store: Store, device: PushDevice, topic: string, now: Date): void {
  for (const twin of listMessages(store, { channel: 'push', to: device.id, metadata: { topic } }, 100)) {
    if (isReplaced(store, twin)) continue
    store
      .sql(
        `delete from queued_webhooks where provider = 'push' and attempts = 0 and json_extract(body, '$.messageId') = ?`,
      )
      .run(twin.id)
    insertMessageEvent(
      store,
      { messageId: twin.id, recipient: device.id, type: 'Replaced', details: {} },
      now,
    )
  }
}

export const isReplaced = (store: Store, message: Message): boolean =>
  listMessageEvents(store, message.id).some(({ type }) => type === 'Replaced')

const shownCall = z.object({ token: z.string() })

/** The phone's service worker tells the product that a notification was shown. */
export const shownWebhook = (productUrl: string): WebhookTarget => ({
  toRequest(body) {
    const { token } = shownCall.parse(JSON.parse(body))
    return {
      url: `${productUrl}/pushes/shown`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }
  },
  finalStatuses: [400, 410],
})
