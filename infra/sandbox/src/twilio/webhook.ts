import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { queueWebhook, type WebhookTarget } from '../state/webhooks.ts'

const call = z.object({ url: z.string(), params: z.record(z.string(), z.string()) })
type Call = z.output<typeof call>

/** Each webhook has an address of its own: that of its text's `StatusCallback`, or the one for incoming texts. */
export const queueTwilioWebhook = (store: Store, body: Call, now: Date) =>
  queueWebhook(store, 'twilio', body, now)

/**
 * Signs the address and the parameters as Twilio does. Twilio does not repeat an answered webhook. With `productUrl` the request goes
 * there, signed for the address that it was given: the product checks the one that visitors type.
 */
export const twilioWebhook = (
  { authToken }: { authToken: string },
  productUrl: string | undefined,
): WebhookTarget => ({
  toRequest(body) {
    const { url, params } = call.parse(JSON.parse(body))
    const { pathname, search } = new URL(url)
    return {
      url: productUrl === undefined ? url : new URL(pathname + search, productUrl).href,
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        'user-agent': 'TwilioProxy/1.1',
        'x-twilio-signature': sign(authToken, url, params),
      },
      body: new URLSearchParams(params).toString(),
    }
  },
})

/** HMAC-SHA1 over the full address and each parameter's name and value, sorted by name. */
export function sign(authToken: string, url: string, params: Record<string, string>): string {
  const names = Object.keys(params).toSorted()
  const signed = url + names.map((name) => `${name}${params[name]}`).join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}
