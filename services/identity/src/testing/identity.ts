import { AuthClient } from '@supabase/auth-js'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { AUTH_ISSUER, createTestService, PUBLIC_URL } from '@walkon/testing/service'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach } from 'vitest'
import { identity } from '../app.ts'
import type { Settings } from '../config.ts'

export { PUBLIC_URL, AUTH_ISSUER as ISSUER }
export const PASSWORD = 'correct horse battery staple'
export const PARTNER_URL = 'https://partner.example/app'

const MANY = '100000'
export const SETTINGS = {
  IDENTITY_KEYS: randomBytes(32).toString('base64url'),
  REDIRECT_URLS: `${PARTNER_URL},com.walkon.app://auth`,
  // Limits have tests of their own.
  SIGN_INS_PER_ACCOUNT: MANY,
  SIGN_INS_PER_CLIENT: MANY,
  SIGN_UPS_PER_CLIENT: MANY,
  CODES_PER_CLIENT: MANY,
  MAIL_INTERVAL_SECONDS: '0',
  MAILS_PER_ADDRESS: MANY,
  TEXTS_PER_NUMBER: MANY,
  MAILS_PER_CLIENT: MANY,
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>

/** Parts that several instances of identity may share. */
type Surroundings = { db?: Database; clock?: { offsetMs: number }; log?: Log }

/** Identity on a port and a database of its own, with a clock that a test moves. Mails are read from its outbox. */
export async function startIdentity(overrides: Record<string, string> = {}, shared: Surroundings = {}) {
  const { db, clock = { offsetMs: 0 }, log } = shared
  const now = () => new Date(Date.now() + clock.offsetMs)
  const service = await createTestService(identity, {
    env: { ...SETTINGS, ...overrides },
    now,
    trustsTestSigner: false,
    ...(log && { log }),
    ...(db && { database: { db } }),
  })
  for (const part of service.parts ?? []) await part.start?.()
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 })

  return {
    ...service,
    clock,
    now,
    settings: service.settings as Settings,
    address,
    url: `${address}/auth/v1`,
    /** Mails to an address, the oldest first. */
    mails: async (email: string) => {
      while (await service.runJob('answer-mail-requests')) continue
      const requests = await service.published(notificationRequested)
      return requests
        .filter(({ recipient }) => recipient.address === email)
        .map(({ notification }) => notification)
    },
    stop: service.close,
  }
}

/** One identity for a test file. It stops at the end of the file, and its clock is reset after each test. Call it at the top. */
export async function runIdentity(overrides: Record<string, string> = {}): Promise<TestIdentity> {
  const running = await startIdentity(overrides)
  afterEach(() => void (running.clock.offsetMs = 0))
  afterAll(running.stop)
  return running
}

/** The contents of the letters of a name, the oldest first. `path` leads to our own page, `appPath` to the app that asked. */
export async function linkMails({ mails }: Pick<TestIdentity, 'mails'>, email: string, name: string) {
  const sent = (await mails(email)).filter((mail) => mail.name === name)
  return sent.map(({ action, code, further = [] }) => {
    const paths = [...(action ? [action] : []), ...further].flatMap((to) => ('path' in to ? [to.path] : []))
    const path = paths.find((each) => each.startsWith('/auth/confirm?'))
    if (path === undefined || !code) throw new Error(`No link in ${name}`)
    const appPath = paths.find((each) => each.startsWith('/auth/v1/verify?')) ?? ''
    const { searchParams } = new URL(path, PUBLIC_URL)
    const [token, type] = [searchParams.get('token') ?? '', searchParams.get('type') ?? '']
    return { token, type, code: code.value, path, appPath }
  })
}

/** The contents of the newest letter of a name. */
export async function lastMail(running: Pick<TestIdentity, 'mails'>, email: string, name: string) {
  const mail = (await linkMails(running, email, name)).at(-1)
  if (!mail) throw new Error(`No mail ${name} to ${email}`)
  return mail
}

/** The newest code that was mailed as a proof of the owner. */
export async function lastNonce({ mails }: Pick<TestIdentity, 'mails'>, email: string): Promise<string> {
  const mail = (await mails(email)).findLast((sent) => sent.name === 'reauthentication')
  if (!mail?.code) throw new Error(`No code to ${email}`)
  return mail.code.value
}

export const anAddress = () => `visitor-${randomUUID().slice(0, 8)}@example.com`

export type TestClient = InstanceType<typeof AuthClient>
type ClientOptions = Partial<ConstructorParameters<typeof AuthClient>[0]>

/** The public client, as an app would make it, with a memory of its own. */
export function createClient({ url }: Pick<TestIdentity, 'url'>, options: ClientOptions = {}): TestClient {
  const memory = new Map<string, string>()
  return new AuthClient({
    url,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    storageKey: randomUUID(),
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
    ...options,
  })
}

/** Asks for an account; the mail that confirms it is under way. */
export async function askForAccount(
  running: TestIdentity,
  { email = anAddress(), password = PASSWORD } = {},
) {
  const client = createClient(running)
  const { data, error } = await client.signUp({
    email,
    password,
    options: { data: { full_name: 'Ada Visitor' } },
  })
  if (error) throw error
  return { email, client, data }
}

/** A confirmed account, and a client that is signed in to it. */
export async function signUp(running: TestIdentity, options: { email?: string; password?: string } = {}) {
  const { email, client } = await askForAccount(running, options)
  const { token } = await lastMail(running, email, 'confirm-account')
  const { data, error: refused } = await client.verifyOtp({ token_hash: token, type: 'signup' })
  if (refused || !data.session || !data.user) throw refused ?? new Error('No session')
  return { email, client, session: data.session, user: data.user }
}

/** Another client that is signed in to an account. */
export async function signIn(running: TestIdentity, email: string, options: ClientOptions = {}) {
  const client = createClient(running, options)
  const { data, error } = await client.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { client, session: data.session, user: data.user }
}

/** The claims of an access token, unchecked. */
export function claimsOf({ access_token: token }: { access_token: string }): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
