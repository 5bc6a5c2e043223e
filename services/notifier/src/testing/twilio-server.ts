import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** Twilio's messages at their wire, with what can go wrong there. */

export type TextFault =
  | 'error'
  | 'error-after-accept'
  | 'timeout'
  | 'timeout-after-accept'
  | 'reset'
  | 'reset-after-accept'
  | 'malformed-after-accept'
  | 'rate-limited'
  | 'unauthorized'

const newText = z.strictObject({
  To: z.e164(),
  MessagingServiceSid: z.string(),
  Body: z.string(),
  StatusCallback: z.url(),
  ValidityPeriod: z.coerce.number().int().min(1).max(36_000),
})

export type AcceptedText = z.output<typeof newText> & { sid: string; deliveryId: string; acceptedAt: number }

const newState = () => ({
  /** The fault of the n-th text, counted from 0. */
  faultOf: (_call: number): TextFault | null => null,
  /** Twilio's code for its refusal, by the number that a text goes to. */
  refusalOf: (_to: string): number | null => null,
  /** Twilio's state of a text when it is asked. */
  statusOf: (_sid: string): string => 'sent',
  lookupIsDown: false,
  /** The lag of the list; asked for each list. */
  lookupLagMs: () => 0,
  calls: 0,
  lookups: 0,
})

export async function startTwilioServer() {
  const accepted: AcceptedText[] = []
  const hanging: ServerResponse[] = []
  const state = newState()

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = state.faultOf(state.calls++)
    const text = newText.parse(Object.fromEntries(new URLSearchParams(await textOf(request))))
    if (fault === 'timeout' || fault === 'timeout-after-accept') hanging.push(response)
    if (fault && refuse(fault, response)) return
    const code = state.refusalOf(text.To)
    if (code) return json(response, code === 20003 ? 401 : 400, { code, message: 'Refused', status: 400 })
    const sid = `SM${randomUUID()}`
    const deliveryId = new URL(text.StatusCallback).searchParams.get('delivery') ?? ''
    accepted.push({ ...text, sid, deliveryId, acceptedAt: performance.now() })
    if (fault) loseAnswer(fault, response)
    else json(response, 201, { sid, body: text.Body, to: text.To, status: 'accepted' })
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    state.lookups++
    if (state.lookupIsDown) return json(response, 503, { code: 20503, message: 'Maintenance', status: 503 })
    const visibleUntil = performance.now() - state.lookupLagMs()
    const found = accepted
      .filter(({ To, acceptedAt }) => To === query.get('To') && acceptedAt <= visibleUntil)
      .toReversed()
    const messages = found.map(({ sid, To, Body }) => ({ sid, to: To, body: Body }))
    json(response, 200, { messages, page: 0, page_size: 100, next_page_uri: null })
  }

  function show(sid: string, response: ServerResponse): void {
    state.lookups++
    if (state.lookupIsDown) return json(response, 503, { code: 20503, message: 'Maintenance', status: 503 })
    const text = accepted.find((each) => each.sid === sid)
    if (!text) return json(response, 404, { code: 20404, message: 'Not found', status: 404 })
    json(response, 200, { sid, to: text.To, body: text.Body, status: state.statusOf(sid) })
  }

  const server = createServer((request, response) => answer(request, response, { take, list, show }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(server.address())

  return {
    url: `http://127.0.0.1:${port}`,
    accepted,
    state,
    /** How often each delivery was accepted. */
    counts: () =>
      [...Map.groupBy(accepted, ({ deliveryId }) => deliveryId).values()].map(({ length }) => length),
    /** Breaks the connections of calls that get no answer, so that a test need not wait for their timeout. */
    breakHanging(): void {
      for (const response of hanging.splice(0)) response.socket?.destroy()
    },
    /** A clean sheet for the next test. */
    reset(): void {
      Object.assign(state, newState())
      accepted.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Answers = {
  take: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  list: (query: URLSearchParams, response: ServerResponse) => void
  show: (sid: string, response: ServerResponse) => void
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { take, list, show }: Answers,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twilio')
  const path = /^\/2010-04-01\/Accounts\/\w+\/Messages(?:\/([\w-]+))?\.json$/.exec(pathname)
  if (!path) json(response, 404, { code: 20404, message: 'Not found', status: 404 })
  else if (path[1]) show(path[1], response)
  else if (request.method === 'POST') await take(request, response)
  else list(searchParams, response)
}

/** Faults before anything is accepted; false for the others. */
function refuse(fault: TextFault, response: ServerResponse): boolean {
  if (fault === 'rate-limited') json(response, 429, { code: 20429, message: 'Slow down', status: 429 })
  else if (fault === 'unauthorized')
    json(response, 401, { code: 20003, message: 'Authenticate', status: 401 })
  else if (fault === 'error') json(response, 500, { code: 20500, message: 'Internal error', status: 500 })
  else if (fault === 'reset') response.socket?.resetAndDestroy()
  else return fault === 'timeout'
  return true
}

/** Faults after acceptance. */
function loseAnswer(fault: TextFault, response: ServerResponse): void {
  if (fault === 'error-after-accept')
    json(response, 500, { code: 20500, message: 'Internal error', status: 500 })
  if (fault === 'reset-after-accept') response.socket?.resetAndDestroy()
  if (fault === 'malformed-after-accept') response.end('<html>504 Gateway</html>')
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await request.toArray()
  return Buffer.concat(chunks).toString('utf8')
}
