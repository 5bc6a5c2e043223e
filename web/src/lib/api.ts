import { problemDocument } from '@walkon/contracts/http/problem-document'

/** Why a request did not succeed. `code` says it to the program; lib/problem-texts.ts says it to a person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The fields of the request that were refused, where that is the reason. */
  readonly fields: string[]
  /** After how long the server wants to be asked again, where it says so. */
  retryAfterMs: number | undefined

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

/** The caller: the account that is signed in, or the holder of the manage token of a mail. */
export type Caller = {
  /** The same for as long as it is the same person, while tokens come and go: what queries are keyed by. */
  key: string
  /** Returns the token to show now. Throws an ApiError if there is none. */
  token: () => Promise<string>
  /** A key to the alerts of one park: nothing else of the address is asked for with it. */
  opensOnePark?: boolean
  /** After a 401 to `refused`: the token to try once more with. */
  renew?: (refused: string) => Promise<string>
  /** After `fresh-factor-needed`: has the visitor show a new code of the authenticator app. Rejects where that is not done. */
  showFactor?: () => Promise<void>
}

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  caller?: Caller
  signal?: AbortSignal
  /** Beside those of every request. */
  headers?: Record<string, string>
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
  const response = await sendAs(options.caller, path, options)
  const payload: unknown = response.status === 204 ? null : await response.json().catch(() => undefined)
  if (!response.ok) {
    const refusal = Object.assign(toApiError(response.status, payload), {
      retryAfterMs: toRetryAfter(response),
    })
    if (refusal.code !== 'fresh-factor-needed' || !options.caller?.showFactor) throw refusal
    const { showFactor, ...caller } = options.caller
    await showFactor()
    return requestWithHeaders(shape, path, { ...options, caller })
  }
  try {
    return { data: shape.parse(payload), headers: response.headers }
  } catch {
    throw new ApiError(response.status, 'unexpected-answer', `The answer of ${path} has another shape`)
  }
}

/** A token can end between two requests: then a fresh one gets one more try. */
async function sendAs(caller: Caller | undefined, path: string, options: RequestOptions): Promise<Response> {
  const token = await caller?.token()
  const response = await send(path, options, token)
  if (response.status !== 401 || token === undefined || !caller?.renew) return response
  return send(path, options, await caller.renew(token))
}

async function send(
  path: string,
  { method = 'GET', body, signal, headers: own }: RequestOptions,
  token: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...own }
  // No other site can send it: only then does identity touch the cookie of the session.
  if (method !== 'GET') headers['x-csrf'] = '1'
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  try {
    return await fetch(`/api${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      // A signed-in caller never gets the browser's copy of a shared answer: their own rating is not in it.
      ...(token !== undefined && { cache: 'no-cache' as const }),
      signal: signal ?? null,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', 'The server could not be reached')
  }
}

/** Our services say it in seconds. */
function toRetryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : seconds * 1_000
}

function toApiError(status: number, payload: unknown): ApiError {
  const parsed = problemDocument.safeParse(payload)
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
