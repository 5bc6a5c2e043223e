import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** A collector at the wire of OTLP over HTTP: what an operator's is sent. */

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
  }),
})
const attributes = z
  .array(attribute)
  .default([])
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)])),
  )

const sentSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes,
  status: z.object({ code: z.number().optional() }).optional(),
})

const sentRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(sentSpan) })),
    }),
  ),
})

export type SentSpan = z.output<typeof sentSpan> & { service: string }

/** The spans of a request of OTLP. Throws for anything else. */
export const readSpans = (body: string): SentSpan[] =>
  sentRequest
    .parse(JSON.parse(body))
    .resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({ ...span, service: String(resource.attributes['service.name']) })),
      ),
    )

/** Tells `onBody` of each request, too. Answers with `state.status`. */
export async function startCollector(onBody: (body: string) => void = () => {}) {
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const state = { status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
    const isTraces = request.url?.startsWith('/v1/traces') === true
    if (isTraces) {
      bodies.push(body)
      headers.push(request.headers)
      onBody(body)
    }
    response.writeHead(isTraces ? state.status : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    state,
    spans: () => bodies.flatMap(readSpans),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
