import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { toNetworkReason } from './network-faults.ts'
import { lookupPublic } from './public-address.ts'

/** Receivers of webhooks: the wire of Standard Webhooks 1.0, and what their answers mean. */

export type WebhookCall = { url: string; secret: string; id: string; body: string; at: Date }

export type WebhookAnswer =
  | { kind: 'delivered' }
  /** `isGone` if the receiver wants no further message. */
  | { kind: 'failed'; reason: string; isGone: boolean }

export type WebhookOptions = {
  /** Origins that may be called as they are. For the local run and tests. */
  testOrigins: string[]
  timeoutSeconds: number
}

export const SECRET_PREFIX = 'whsec_'

/**
 * True if an address may be a webhook's: of https at its own port, with a name and without credentials. Where the name leads is
 * checked at each call.
 */
export function mayBeCalled(address: string, testOrigins: string[]): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (testOrigins.includes(url.origin)) return true
  return url.protocol === 'https:' && !url.port && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
}

/** Posts a message. Never rejects for an answer or a fault of the network: that is an answer too. */
export async function callWebhook(
  { url, secret, id, body, at }: WebhookCall,
  { testOrigins, timeoutSeconds }: WebhookOptions,
): Promise<WebhookAnswer> {
  if (!mayBeCalled(url, testOrigins)) return failed('address-refused')
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Walkon-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`,
  }
  try {
    const target = new URL(url)
    const isTest = testOrigins.includes(target.origin)
    const status = await post(target, { headers, body, isTest, timeoutMs: timeoutSeconds * 1_000 })
    if (status >= 200 && status < 300) return { kind: 'delivered' }
    return { ...failed(`http-${status}`), isGone: status === 410 }
  } catch (error) {
    return failed(toReason(error))
  }
}

const sign = (secret: string, text: string) =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')

const failed = (reason: string) => ({ kind: 'failed', reason, isGone: false }) as const

type Post = { headers: Record<string, string>; body: string; isTest: boolean; timeoutMs: number }

/** Resolves to the status. A redirect is not followed, and the body is not read: a receiver could say it for ever. */
const post = (url: URL, { headers, body, isTest, timeoutMs }: Post): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isTest && { lookup: lookupPublic }),
    })
    request.on('response', (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(body)
  })

function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ADDRESS_REFUSED') return 'address-refused'
  if (code === 'ABORT_ERR') return 'timeout'
  return toNetworkReason(typeof code === 'string' ? code : 'UNKNOWN')
}
