import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { STREAMS } from './settings.ts'

/** Postmark's records of addresses: bounces, and for each stream the list of those that it does not send to. */

export type ListedAddress = {
  reason: 'HardBounce' | 'SpamComplaint' | 'ManualSuppression'
  since: string
}

const deletion = z.strictObject({ Suppressions: z.array(z.strictObject({ EmailAddress: z.string() })) })

export function createSuppressionLists() {
  const streams: Record<string, Map<string, ListedAddress>> = Object.fromEntries(
    Object.values(STREAMS).map((stream) => [stream, new Map()]),
  )
  const bounces = new Map<number, { Type: string; MessageID: string; Email: string }>()
  const state = { isDown: false }

  async function answerOf(request: IncomingMessage, path: string, query: URLSearchParams) {
    const [, stream = '', action] =
      /^\/message-streams\/([^/]+)\/suppressions\/(dump|delete)$/.exec(path) ?? []
    const list = streams[stream]
    if (list && action === 'dump') return dump(list, emailOf(query))
    if (list && action === 'delete') return release(list, request)
    const [, id] = /^\/bounces\/(\d+)$/.exec(path) ?? []
    return id === undefined ? undefined : (bounces.get(Number(id)) ?? null)
  }

  return {
    streams,
    bounces,
    state,
    /** Every call of an address so far. */
    calls: [] as string[],
    reset(): void {
      for (const list of Object.values(streams)) list.clear()
      bounces.clear()
      state.isDown = false
      this.calls.length = 0
    },
    /** False for a path that is no address of this. */
    async answer(
      request: IncomingMessage,
      path: string,
      query: URLSearchParams,
      response: ServerResponse,
    ): Promise<boolean> {
      if (!/^\/(message-streams|bounces)\//.test(path)) return false
      this.calls.push(`${request.method} ${path}`)
      const send = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (state.isDown) {
        send(503, { ErrorCode: 100, Message: 'Maintenance' })
        return true
      }
      const answer = await answerOf(request, path, query)
      if (answer) send(200, answer)
      else send(422, { ErrorCode: 1001, Message: 'The bounce was not found.' })
      return true
    },
  }
}

/** Names of parameters ignore case. */
const emailOf = (query: URLSearchParams) =>
  [...query].find(([name]) => name.toLowerCase() === 'emailaddress')?.[1] ?? ''

function dump(list: Map<string, ListedAddress>, email: string) {
  const listed = list.get(email)
  const { reason: SuppressionReason, since: CreatedAt } = listed ?? {}
  return {
    Suppressions: listed ? [{ EmailAddress: email, SuppressionReason, Origin: 'Recipient', CreatedAt }] : [],
  }
}

async function release(list: Map<string, ListedAddress>, request: IncomingMessage) {
  const chunks: Buffer[] = await request.toArray()
  const { Suppressions } = deletion.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  return {
    Suppressions: Suppressions.map(({ EmailAddress }) => {
      const isKept = list.get(EmailAddress)?.reason === 'SpamComplaint'
      if (!isKept) list.delete(EmailAddress)
      return { EmailAddress, Status: isKept ? 'Failed' : 'Deleted', Message: null }
    }),
  }
}
