import type { HttpApp } from '@walkon/service/http'
import type { z } from 'zod'

type Schema = Pick<z.ZodType, 'safeParse'>
/** A response of a route: a schema, or one for each media type. */
type Declared = Schema | { content: Record<string, { schema: Schema } | undefined> }

const undeclared = new Set<string>()

/**
 * Notes each refusal that a route answers without declaring it, as `POST /orders answers 422 unknown-ride`. Its status, its code and the
 * rest of its shape are compared with the response schema of that status. Addresses without a route, routes that the OpenAPI document
 * hides, and pages of HTML are left out.
 */
export function noteUndeclaredAnswers(app: HttpApp): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url, schema } = request.routeOptions
    if (request.is404 || schema?.hide || reply.statusCode < 400 || typeof payload !== 'string') return
    const [mediaType = ''] = String(reply.getHeader('content-type')).split(';')
    if (!mediaType.endsWith('json')) return
    const refusal = JSON.parse(payload) as { code: unknown; error_code?: unknown }
    if (findSchema(schema?.response, reply.statusCode, mediaType)?.safeParse(refusal).success) return
    undeclared.add(
      `${String(method)} ${url} answers ${reply.statusCode} ${String(refusal.error_code ?? refusal.code)}`,
    )
  })
}

function findSchema(response: unknown, status: number, mediaType: string): Schema | undefined {
  const declared = (response as Record<number, Declared | undefined> | undefined)?.[status]
  return declared && 'content' in declared ? declared.content[mediaType]?.schema : declared
}

/** The notes since the last call. */
export function takeUndeclaredAnswers(): string[] {
  const taken = [...undeclared]
  undeclared.clear()
  return taken
}
