const REFRESH = 'grant_type=refresh_token'

/**
 * How auth-js speaks to identity from a browser: the refresh token is in a cookie, so requests carry it, and a header that no other
 * site can send. `cookie` stands where a refresh token would.
 *
 * Only a 400 to a refresh says that the session is over. Any other failure of it (a limit, a proxy, a service that is down)
 * is tried again, and ends no session.
 */
export async function fetchWithCookie(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const address = input instanceof Request ? input.url : String(input)
  const isRefresh = address.endsWith(REFRESH)
  const headers = new Headers(init.headers)
  headers.set('X-CSRF', '1')
  const response = await fetch(input, {
    ...init,
    headers,
    credentials: 'same-origin',
    ...(isRefresh && { body: JSON.stringify({ refresh_token: 'cookie' }) }),
  })
  if (isRefresh && !response.ok && response.status !== 400) {
    throw new Error(`A refresh was answered with ${response.status}`)
  }
  return response
}
