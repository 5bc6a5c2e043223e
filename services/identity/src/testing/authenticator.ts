import { Secret, TOTP } from 'otpauth'
import { signIn, signUp, type TestClient, type TestIdentity } from './identity.ts'
import { call } from './requests.ts'

const STEP_MS = 30_000

/** The code an authenticator app shows, so many steps of 30 seconds from now. */
export const codeAt = ({ now }: Pick<TestIdentity, 'now'>, secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + steps * STEP_MS })

/** Moves the clock one step on, because a code is accepted once, and returns the code of then. */
export function nextCode(running: TestIdentity, secret: string): string {
  running.clock.offsetMs += STEP_MS
  return codeAt(running, secret)
}

/** A code that is wrong for all steps near now. */
export function wrongCode(running: TestIdentity, secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeAt(running, secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? ''
}

/** Enrols a factor and shows its first code. */
export async function addFactor(running: TestIdentity, client: TestClient, friendlyName = 'Phone') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  const { secret } = data.totp
  const shown = await client.mfa.challengeAndVerify({ factorId: data.id, code: nextCode(running, secret) })
  if (shown.error) throw shown.error
  return { factorId: data.id, secret }
}

/** An account with a second factor, and a client that has shown both. */
export async function signUpWithFactor(running: TestIdentity) {
  const account = await signUp(running)
  const factor = await addFactor(running, account.client)
  const { data } = await account.client.getSession()
  if (!data.session) throw new Error('No session')
  return { ...account, ...factor, session: data.session }
}

/** A sign-in that still owes its second factor, and the calls that show it. */
export function factorCalls(running: TestIdentity) {
  async function halfSignedIn() {
    const account = await signUpWithFactor(running)
    const { client, session } = await signIn(running, account.email)
    return { ...account, client, token: session.access_token, owner: account.client }
  }

  async function challengeFor({ token, factorId }: { token: string; factorId: string }): Promise<string> {
    const { json } = await call(running, 'POST', `/auth/v1/factors/${factorId}/challenge`, { token })
    return String(json.id)
  }

  const answer = (token: string, factorId: string, challengeId: string, code: string) =>
    call(running, 'POST', `/auth/v1/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: challengeId, code },
    })

  return { halfSignedIn, challengeFor, answer }
}
