import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { seededRandom } from '../support/money-model.ts'

/** How many of the webhooks come twice, and how late the second one is at most. */
const DOUBLED = 0.3
const LATE_MS = 4_000

/**
 * The way that Stripe's webhooks take to billing: some come twice, late and out of order, and while it is cut all are lost. Stripe is
 * answered what billing answers, so that it repeats what billing did not take.
 */
export async function openWebhookRoad() {
  const random = seededRandom(13)
  const road = { target: '', isCut: false, lost: 0 }

  async function forward(headers: Record<string, string>, body: Buffer): Promise<number> {
    const answer = await fetch(road.target, { method: 'POST', headers, body: new Uint8Array(body) })
    await answer.body?.cancel()
    return answer.status
  }

  async function take(request: IncomingMessage): Promise<number> {
    const body = await readBody(request)
    if (road.isCut) {
      road.lost++
      return 200
    }
    const signature = String(request.headers['stripe-signature'] ?? '')
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    if (random() < DOUBLED) void after(random() * LATE_MS).then(() => forward(headers, body).catch(() => 0))
    return forward(headers, body).catch(() => 503)
  }

  const server = createServer((request, response) => {
    void take(request)
      .catch(() => 503)
      .then((status) => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/stripe`,
    /** Billing's own address. */
    leadTo: (url: string) => void (road.target = url),
    /** Every webhook is lost for as long as this takes, also where it fails. */
    async whileCut(act: () => Promise<void>): Promise<void> {
      road.isCut = true
      await act().finally(() => (road.isCut = false))
    },
    countLost: () => road.lost,
    close: () => close(server),
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => void server.close(() => resolve()))
}
