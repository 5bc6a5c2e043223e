import { userConfirmed } from '@walkon/contracts/events/identity'
import type {
  AddedWebhookEndpoint,
  WebhookEndpointList,
  WebhookMessageList,
} from '@walkon/contracts/http/webhook-endpoints'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { createTestNotifier } from './notifier.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** A notifier whose accounts post their alerts to a receiver on this machine. */
export async function createWebhookNotifier() {
  const receiver = await startWebhookReceiver()
  const env = { WEBHOOK_TEST_ORIGINS: receiver.url }
  const notifier = await createTestNotifier({ env })
  const { app, accounts, db, hear, runJob } = notifier

  /** An account that notifier knows, and its calls. */
  async function join(email = `visitor-${randomUUID()}@example.com`) {
    const userId = randomUUID()
    await hear([heard(userConfirmed, { userId, email, confirmedAt: new Date().toISOString() })])
    const call = (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
      app.inject({
        method,
        url: `/webhook-endpoints${path}`,
        headers: accounts.headersFor({ email, userId }),
        ...(payload && { payload }),
      })
    return {
      email,
      userId,
      call,
      add: async (url = `${receiver.url}/hook`) =>
        (await call('POST', '', { url })).json<AddedWebhookEndpoint>(),
      list: async () => (await call('GET')).json<WebhookEndpointList>().endpoints,
      messages: async (id: string) =>
        (await call('GET', `/${id}/messages`)).json<WebhookMessageList>().messages,
    }
  }

  return {
    ...notifier,
    receiver,
    join,
    /** Posts everything that is due. */
    callAll: async () => {
      while (await runJob('call-webhooks')) continue
    },
    /** Lets hours pass for the queue, by moving its instants back: the database's clock is the real one. */
    async letPass(hours: number): Promise<void> {
      const span = sql`make_interval(secs => ${hours * 3_600})`
      await db.execute(sql`
        update webhook_messages set not_before = not_before - ${span}, created_at = created_at - ${span}`)
      await db.execute(sql`update webhook_endpoints set failing_since = failing_since - ${span}`)
    },
    close: async () => {
      await receiver.close()
      await notifier.close()
    },
  }
}
