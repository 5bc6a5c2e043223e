import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** A push service at its wire, with what can go wrong there. The sandbox's decrypts too. */

export type PushFault =
  | 'error'
  | 'error-after-accept'
  | 'timeout'
  | 'timeout-after-accept'
  | 'reset'
  | 'reset-after-accept'
  | 'rate-limited'

const pushHeaders = z.object({
  topic: z.string(),
  ttl: z.coerce.number(),
  urgency: z.string(),
  authorization: z.string(),
  'content-encoding': z.string(),
})

export type AcceptedPush = z.output<typeof pushHeaders> & { path: string; bytes: number }

const newState = () => ({
  /** The fault of the n-th push, counted from 0. */
  faultOf: (_call: number): PushFault | null => null,
  /** By the path of an endpoint: another status than 201, and its headers. */
  answerOf: (_path: string): { status: number; headers?: Record<string, string> } | null => null,
  /** Runs between a push and its answer. */
  beforeAnswer: async (): Promise<void> => {},
  calls: 0,
})

export async function startPushServer() {
  const accepted: AcceptedPush[] = []
  const hanging: ServerResponse[] = []
  const state = newState()

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = state.faultOf(state.calls++)
    const chunks: Buffer[] = await request.toArray()
    if (fault === 'timeout' || fault === 'timeout-after-accept') hanging.push(response)
    if (fault && refuse(fault, response)) return
    await state.beforeAnswer()
    const path = request.url ?? '/'
    const answer = state.answerOf(path)
    if (answer) return void response.writeHead(answer.status, answer.headers).end('No')
    accepted.push({ ...pushHeaders.parse(request.headers), path, bytes: Buffer.concat(chunks).length })
    if (fault) loseAnswer(fault, response)
    else response.writeHead(201, { location: '/message' }).end()
  }

  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(server.address())

  return {
    url: `http://127.0.0.1:${port}`,
    accepted,
    state,
    /** How often each notification was accepted. */
    counts: () => [...Map.groupBy(accepted, ({ topic }) => topic).values()].map(({ length }) => length),
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

/** Faults before anything is accepted; false for the others. */
function refuse(fault: PushFault, response: ServerResponse): boolean {
  if (fault === 'rate-limited') response.writeHead(429, { 'retry-after': '0' }).end()
  else if (fault === 'error') response.writeHead(500).end()
  else if (fault === 'reset') response.socket?.resetAndDestroy()
  else return fault === 'timeout'
  return true
}

/** Faults after acceptance. */
function loseAnswer(fault: PushFault, response: ServerResponse): void {
  if (fault === 'error-after-accept') response.writeHead(500).end()
  if (fault === 'reset-after-accept') response.socket?.resetAndDestroy()
}
