import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSuppressionLists } from './postmark-lists.ts'
import { createLedger, newMessages } from './postmark-ledger.ts'

/** Postmark at its wire, with what can go wrong there. */

export type Fault =
  | 'error'
  | 'error-after-accept'
  | 'timeout'
  | 'timeout-after-accept'
  | 'reset'
  | 'reset-after-accept'
  | 'malformed-after-accept'
  | 'truncated-after-accept'
  | 'short-after-accept'
  | 'rate-limited'
  | 'unauthorized'

export async function startPostmarkServer({ path = '' } = {}) {
  const ledger = createLedger()
  const lists = createSuppressionLists()
  const searches: URLSearchParams[] = []
  const hanging: ServerResponse[] = []
  const state = {
    /** The fault of the n-th batch, counted from 0. */
    faultOf: (_call: number): Fault | null => null,
    lookupIsDown: false,
    /** The lag of the search; asked for each search. */
    lookupLagMs: () => 0,
    calls: 0,
  }

  async function takeBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = state.faultOf(state.calls++)
    const messages = newMessages.parse(JSON.parse(await textOf(request)))
    if (fault === 'timeout' || fault === 'timeout-after-accept') hanging.push(response)
    if (fault && refuse(fault, response)) return
    const answers = messages.map((message) => ledger.take(message))
    if (fault === 'short-after-accept') json(response, 200, answers.slice(1))
    else if (fault) loseAnswer(fault, response)
    else json(response, 200, answers)
  }

  function search(query: URLSearchParams, response: ServerResponse): void {
    searches.push(query)
    if (state.lookupIsDown) json(response, 503, { ErrorCode: 100, Message: 'Maintenance' })
    else json(response, 200, ledger.search(query, state.lookupLagMs()))
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://postmark')
    if (url.pathname === `${path}/email/batch`) await takeBatch(request, response)
    else if (url.pathname === `${path}/messages/outbound`) search(url.searchParams, response)
    else if (await lists.answer(request, url.pathname.slice(path.length), url.searchParams, response)) return
    else json(response, 404, { ErrorCode: 404, Message: 'Not found' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : address

  return {
    url: `http://127.0.0.1:${port}${path}`,
    ledger,
    /** Bounces, and the lists of suppressed addresses. */
    lists,
    searches,
    state,
    /** Breaks the connections of calls that get no answer, so that a test need not wait for their timeout. */
    breakHanging(): void {
      for (const response of hanging.splice(0)) response.socket?.destroy()
    },
    /** A clean sheet for the next test. */
    reset(): void {
      Object.assign(state, { faultOf: () => null, lookupIsDown: false, lookupLagMs: () => 0, calls: 0 })
      ledger.accepted.length = 0
      lists.reset()
      searches.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Faults before anything is accepted; false for the others. */
function refuse(fault: Fault, response: ServerResponse): boolean {
  if (fault === 'rate-limited') json(response, 429, { ErrorCode: 429, Message: 'Slow down' })
  else if (fault === 'unauthorized') json(response, 401, { ErrorCode: 10, Message: 'Bad or missing token' })
  else if (fault === 'error') json(response, 500, { ErrorCode: 500, Message: 'Internal error' })
  else if (fault === 'reset') response.socket?.resetAndDestroy()
  else return fault === 'timeout'
  return true
}

/** Faults after acceptance. */
function loseAnswer(fault: Fault, response: ServerResponse): void {
  if (fault === 'error-after-accept') json(response, 500, { ErrorCode: 500, Message: 'Internal error' })
  if (fault === 'reset-after-accept') response.socket?.resetAndDestroy()
  if (fault === 'malformed-after-accept') response.end('<html>504 Gateway</html>')
  if (fault === 'truncated-after-accept') {
    response.writeHead(200, { 'content-length': 9_000 }).write('[{"Error', () => response.socket?.destroy())
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await request.toArray()
  return Buffer.concat(chunks).toString('utf8')
}
