import { createServer, type IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** A receiver of webhooks on this machine. It verifies as the library of Standard Webhooks does. */
export async function startWebhookReceiver() {
  const state = {
    status: 200,
    /** Sent beside the status. */
    headers: {} as Record<string, string>,
    /** True: connections are reset. */
    isDown: false,
  }
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    if (state.isDown) {
      request.socket.resetAndDestroy()
      return
    }
    const chunks: Buffer[] = await request.toArray()
    received.push({
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString('utf8'),
    })
    response.writeHead(state.status, state.headers).end('words of the receiver')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    received,
    reset() {
      Object.assign(state, { status: 200, headers: {}, isDown: false })
      received.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The body as a receiver trusts it. Throws for a wrong signature, and for a message that is older than five minutes. */
export const verified = (
  { headers, body }: { headers: Record<string, string>; body: string },
  secret: string,
): unknown => new Webhook(secret).verify(body, headers)
