import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import { z } from 'zod'

type Received = {
  authorization: string | undefined
  contentType: string | undefined
  signature: string
  twilioSignature: string
  path: string
  body: string
}

/** A product's webhook address: keeps what it is sent, and answers with the given statuses in turn, then with 200. */
export async function startReceiver(...statuses: number[]) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { authorization, 'content-type': contentType, 'stripe-signature': signature } = request.headers
      received.push({
        authorization,
        contentType,
        signature: String(signature),
        twilioSignature: String(request.headers['x-twilio-signature']),
        path: request.url ?? '/',
        body,
      })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.int() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}/webhooks/postmark`,
    received,
    records: () => received.map(({ body }) => z.record(z.string(), z.unknown()).parse(JSON.parse(body))),
  }
}
