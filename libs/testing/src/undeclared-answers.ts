import { listDeclaredCodes } from '@walkon/service/declared-problems'
import type { HttpApp } from '@walkon/service/http'

const PROBLEM = 'application/problem+json'

const undeclared = new Set<string>()

/**
 * Notes each problem that a route answers without declaring its code, as `POST /orders answers unknown-ride`. Addresses
 * without a route, and routes that the OpenAPI document hides, declare nothing.
 */
export function noteUndeclaredAnswers(app: HttpApp): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url, schema } = request.routeOptions
    if (request.is404 || schema?.hide || typeof payload !== 'string') return
    if (!String(reply.getHeader('content-type')).startsWith(PROBLEM)) return
    const { code } = JSON.parse(payload) as { code: string }
    const declared: string[] = listDeclaredCodes(schema?.response)
    if (!declared.includes(code)) undeclared.add(`${String(method)} ${url} answers ${code}`)
  })
}

/** What was noted since the last call. */
export function takeUndeclaredAnswers(): string[] {
  const taken = [...undeclared]
  undeclared.clear()
  return taken
}
