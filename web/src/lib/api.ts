import { array, int, object, optional, string } from 'zod/mini'

/** Why a request did not succeed. `code` says it to the program; lib/problem-texts.ts says it to a person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The fields of the request that were refused, where that is the reason. */
  readonly fields: string[]

  constructor(status: number, code: string, message: string, fields: string[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** Any zod schema, classic or mini: something that turns an unknown answer into what we expect, or throws. */
export type Shape<T> = { parse: (value: unknown) => T }

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  /** An access token, or the manage token of a mail. */
  token?: string
  signal?: AbortSignal
}

/** The one way to the server: JSON, and answers that are what their shape says. */
export async function request<T>(shape: Shape<T>, path: string, options: RequestOptions = {}): Promise<T> {
  return (await requestWithHeaders(shape, path, options)).data
}

export async function requestWithHeaders<T>(
  shape: Shape<T>,
  path: string,
  options: RequestOptions = {},
): Promise<{ data: T; headers: Headers }> {
  const response = await send(path, options)
  const payload: unknown = response.status === 204 ? null : await response.json().catch(() => undefined)
  if (!response.ok) throw toApiError(response.status, payload)
  try {
    return { data: shape.parse(payload), headers: response.headers }
  } catch {
    throw new ApiError(response.status, 'unexpected-answer', `The answer of ${path} has another shape`)
  }
}

async function send(
  path: string,
  { method = 'GET', body, token, signal }: RequestOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  try {
    return await fetch(`/api${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      signal: signal ?? null,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', 'The server could not be reached')
  }
}

/** What we read of a problem document (contracts/http/problem). */
const refusal = object({
  status: int(),
  code: string(),
  detail: string(),
  errors: optional(array(object({ path: string(), message: string() }))),
})

function toApiError(status: number, payload: unknown): ApiError {
  const parsed = refusal.safeParse(payload)
  // A proxy that cannot reach a service answers with a page of its own.
  if (!parsed.success)
    return new ApiError(status, status >= 502 ? 'unreachable' : 'internal', `Status ${status}`)
  const { code, detail, errors = [] } = parsed.data
  return new ApiError(
    status,
    code,
    detail,
    errors.map((error) => error.path.replace(/^\//, '').split(/[./]/)[0] ?? ''),
  )
}
