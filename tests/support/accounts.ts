import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { promisify } from 'node:util'
import { tokenInLink, type WalkonClient } from './walkon-client.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export const PASSWORD = 'correct horse battery staple'

/** The public client of any app, with a memory of its own. */
export function createAuthClient(baseUrl: string): GoTrueClient {
  const memory = new Map<string, string>()
  return new AuthClient({
    url: `${baseUrl}/auth/v1`,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
  })
}

/** An account, confirmed from its mail, and what shows that it is signed in. */
export async function createAccount(
  client: Pick<WalkonClient, 'nextMessage'>,
  baseUrl: string,
  email: string,
  fullName: string,
) {
  const auth = createAuthClient(baseUrl)
  const { error } = await auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: fullName } },
  })
  if (error) throw error
  const mail = await client.nextMessage(email, ({ text }) => text.includes('/auth/confirm'))
  const { data } = await auth.verifyOtp({ token_hash: tokenInLink(mail, '/auth/confirm'), type: 'signup' })
  if (!data.session || !data.user) throw new Error('The account was not confirmed')
  return { auth, userId: data.user.id, authorization: `Bearer ${data.session.access_token}` }
}

/** Makes an account, and deletes it as its owner does. */
export async function deleteAccount(client: WalkonClient, baseUrl: string, email: string): Promise<void> {
  const { authorization } = await createAccount(client, baseUrl, email, 'Ada Visitor')
  const path = '/api/identity/account/deletion'
  const { status } = await client.send('POST', path, { password: PASSWORD }, { authorization })
  if (status !== 204) throw new Error(`The deletion was refused with ${status}`)
}

/** The command by which the first admin is made. */
export const grantRole = (dataDir: string, ...args: string[]) =>
  promisify(execFile)('npm', ['run', '--silent', 'grant-role', '--', ...args], {
    cwd: ROOT,
    // Vitest has a MODE of its own in the environment.
    env: { ...process.env, MODE: 'look', DATA_DIR: dataDir },
  })

/** Enrolls an authenticator app and shows a code of it. Returns what shows that both factors were shown. */
export async function showSecondFactor(auth: GoTrueClient): Promise<string> {
  return (await enrollApp(auth)).authorization
}

/** The same, with the app for later codes. A code is taken once: the next one is of the half minute that comes. */
export async function enrollApp({ mfa }: GoTrueClient): Promise<{ app: TOTP; authorization: string }> {
  const { data: factor } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (factor?.type !== 'totp') throw new Error('No factor was enrolled')
  const app = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) })
  const { data, error } = await mfa.challengeAndVerify({ factorId: factor.id, code: app.generate() })
  if (error) throw error
  return { app, authorization: `Bearer ${data.access_token}` }
}
