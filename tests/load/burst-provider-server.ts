import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The ledger of a burst, in a process of its own: Postmark's batches and Twilio's messages, accepted at once, counted by their
 * recipient. It reads a request no further than to its recipients, so that it takes little of the machine that is measured.
 * GET /ledger tells the counts since the last DELETE. Prints its address.
 */

const accepted = new Map<string, number>()
let times: { firstAt: number | null; lastAt: number | null } = { firstAt: null, lastAt: null }

/** A quote inside a mail's text is escaped, so this is found at the field alone. */
const RECIPIENT = /"To":"([^"]+)"/g

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request
  if (url === '/ledger') return answerLedger(method, response)
  const body = Buffer.concat(await request.toArray()).toString('latin1')
  if (url.endsWith('/email/batch')) return answerBatch(body, response)
  if (url.endsWith('/Messages.json')) return answerText(body, response)
  json(response, 404, {})
}

function answerLedger(method: string | undefined, response: ServerResponse): void {
  if (method === 'DELETE') {
    accepted.clear()
    times = { firstAt: null, lastAt: null }
  }
  const doubled = [...accepted.values()].filter((count) => count > 1).length
  json(response, 200, { recipients: accepted.size, doubled, ...times })
}

function answerBatch(body: string, response: ServerResponse): void {
  const recipients = [...body.matchAll(RECIPIENT)].flatMap(([, to]) => to ?? [])
  recipients.forEach(accept)
  const submittedAt = new Date().toISOString()
  json(
    response,
    200,
    recipients.map((to) => ({
      To: to,
      SubmittedAt: submittedAt,
      MessageID: randomUUID(),
      ErrorCode: 0,
      Message: 'OK',
    })),
  )
}

function answerText(body: string, response: ServerResponse): void {
  const to = new URLSearchParams(body).get('To') ?? ''
  accept(to)
  json(response, 201, { sid: `SM${randomUUID().replaceAll('-', '')}`, to, status: 'queued' })
}

function accept(recipient: string): void {
  accepted.set(recipient, (accepted.get(recipient) ?? 0) + 1)
  const at = Date.now()
  times = { firstAt: times.firstAt ?? at, lastAt: at }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const server = createServer(
  (request, response) =>
    // A caller that gave up is told nothing, and nothing of it was accepted.
    void answer(request, response).catch(() => response.destroy()),
)
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
