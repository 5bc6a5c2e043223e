import { PASSWORD, PUBLIC_URL, signUp, type TestIdentity } from './identity.ts'
import { tryPassword, type Answer, type Asked } from './requests.ts'

/** The headers that the web app adds to its requests. */
export const OURS = { 'x-csrf': '1', origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }
export const cookieOf = ({ cookies }: Answer, name = '__Host-rt') =>
  cookies.find((cookie) => cookie.name === name)
export const asBrowser = (refreshToken: string, headers: Record<string, string> = OURS): Asked => ({
  headers: { ...headers, cookie: `__Host-rt=${refreshToken}` },
})

/** A visitor who has signed in in a browser. */
export async function signedIn(running: TestIdentity) {
  const { email } = await signUp(running)
  const answer = await tryPassword(running, email, PASSWORD, { headers: OURS })
  return {
    email,
    answer,
    refreshToken: cookieOf(answer)?.value ?? '',
    token: String(answer.json.access_token),
  }
}
