import type { TestIdentity } from './identity.ts'

export type Asked = {
  body?: unknown
  token?: string
  /** The client's address, as the gateway forwards it. */
  from?: string
  headers?: Record<string, string>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD'

/** Sends a request without the public client. A string is sent as it is, an object as JSON. */
export async function call(
  { app }: Pick<TestIdentity, 'app'>,
  method: Method,
  url: string,
  asked: Asked = {},
) {
  const { body, token, from, headers } = asked
  const isJson = body !== undefined && typeof body !== 'string'
  const response = await app.inject({
    method,
    url,
    ...(body !== undefined && { payload: isJson ? JSON.stringify(body) : body }),
    headers: {
      'x-supabase-api-version': '2024-01-01',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(from && { 'x-forwarded-for': from }),
      ...headers,
    },
  })
  const isObject = response.headers['content-type']?.toString().includes('json') && response.body !== ''
  return {
    status: response.statusCode,
    headers: response.headers,
    cookies: response.cookies,
    text: response.body,
    json: isObject ? response.json<Record<string, unknown>>() : {},
    code: isObject ? response.json<{ code?: string }>().code : undefined,
  }
}

export type Answer = Awaited<ReturnType<typeof call>>

export const refreshWith = (running: TestIdentity, refreshToken: string, asked: Asked = {}) =>
  call(running, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
    ...asked,
  })

export const tryPassword = (running: TestIdentity, email: string, password: string, asked: Asked = {}) =>
  call(running, 'POST', '/auth/v1/token?grant_type=password', { body: { email, password }, ...asked })
