import { AuthClient } from '@supabase/auth-js'
import { notificationRequested, type Notification } from '@walkon/contracts/events/notifications'
import { loadSettings } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { createLog, type Log } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach } from 'vitest'
import { identity } from '../app.ts'
import { identitySettings } from '../config.ts'
import { migrationsFolder } from '../db/migrations.ts'

export const PUBLIC_URL = 'https://walkon.example'
export const ISSUER = `${PUBLIC_URL}/auth/v1`
export const PASSWORD = 'correct horse battery staple'
export const PARTNER_URL = 'https://partner.example/app'

const MANY = '100000'
const SETTINGS = {
  DATABASE_URL: 'postgres://unused',
  IDENTITY_KEYS: randomBytes(32).toString('base64url'),
  PUBLIC_URL,
  AUTH_ISSUER: ISSUER,
  REDIRECT_URLS: `${PARTNER_URL},com.walkon.app://auth`,
  // Limits have tests of their own.
  SIGN_INS_PER_ACCOUNT: MANY,
  SIGN_INS_PER_CLIENT: MANY,
  SIGN_UPS_PER_CLIENT: MANY,
  CODES_PER_CLIENT: MANY,
  MAIL_INTERVAL_SECONDS: '0',
  MAILS_PER_ADDRESS: MANY,
  MAILS_PER_CLIENT: MANY,
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>

/** What several instances may have in common. */
type Surroundings = { db?: Database; clock?: { offsetMs: number }; log?: Log }

/** Identity on a port and a database of its own, with a clock that a test moves. Mails are read from its outbox. */
export async function startIdentity(overrides: Record<string, string> = {}, shared: Surroundings = {}) {
  const { db, drop } = shared.db
    ? { db: shared.db, drop: async () => {} }
    : await createTestDatabase('identity', migrationsFolder)
  const { clock = { offsetMs: 0 }, log = createLog({ service: 'identity', level: 'silent' }) } = shared
  const settings = loadSettings(identitySettings, { ...SETTINGS, ...overrides })
  const now = () => new Date(Date.now() + clock.offsetMs)
  const {
    app,
    jobs,
    parts = [],
  } = identity.configure({ ...SETTINGS, ...overrides }).build({
    db,
    cache: createMemoryCache(),
    log,
    metrics: createMetrics('identity'),
    now,
    isAlive: () => {},
  })
  const routes = listRoutes(app)
  for (const part of parts) await part.start?.()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const runJob = async (name: string) =>
    jobs.find((job) => job.name === name)?.run(new AbortController().signal)

  return {
    app,
    db,
    clock,
    now,
    settings,
    routes,
    address,
    url: `${address}/auth/v1`,
    runJob,
    /** Mails to an address, the oldest first. */
    mails: async (email: string) => {
      while (await runJob('answer-mail-requests')) continue
      return readMails(db, email)
    },
    stop: async () => {
      await app.close()
      await drop()
    },
  }
}

/** Every route there is, as the router hears of it. */
function listRoutes(app: HttpApp): { method: string; url: string }[] {
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
  return routes
}

/** The one identity of a test file: stopped at its end, its clock put right after each test. Call it at the top. */
export async function runIdentity(overrides: Record<string, string> = {}): Promise<TestIdentity> {
  const running = await startIdentity(overrides)
  afterEach(() => void (running.clock.offsetMs = 0))
  afterAll(running.stop)
  return running
}

async function readMails(db: Database, email: string): Promise<Notification[]> {
  const rows = await db.execute<{ value: string }>(sql`
    select convert_from(value, 'UTF8') as value from outbox
    where headers->>'ce_type' = ${notificationRequested.type} order by position`)
  return rows
    .map(({ value }) => notificationRequested.data.parse(JSON.parse(value)))
    .filter(({ recipient }) => recipient.address === email)
    .map(({ notification }) => notification)
}

type LinkMail = Extract<Notification, { path: string }>

/** What the mails of a kind carry, the oldest first. */
export async function linkMails(
  { mails }: Pick<TestIdentity, 'mails'>,
  email: string,
  kind: LinkMail['kind'],
) {
  const sent = (await mails(email)).filter((mail): mail is LinkMail => mail.kind === kind)
  return sent.map(({ path, code }) => {
    const { searchParams } = new URL(path, PUBLIC_URL)
    return { token: searchParams.get('token') ?? '', type: searchParams.get('type') ?? '', code, path }
  })
}

/** What the newest mail of a kind carries. */
export async function lastMail(running: Pick<TestIdentity, 'mails'>, email: string, kind: LinkMail['kind']) {
  const mail = (await linkMails(running, email, kind)).at(-1)
  if (!mail) throw new Error(`No mail ${kind} to ${email}`)
  return mail
}

/** The newest code that was mailed to prove it is still them. */
export async function lastNonce({ mails }: Pick<TestIdentity, 'mails'>, email: string): Promise<string> {
  const mail = (await mails(email)).findLast((sent) => sent.kind === 'reauthentication')
  if (mail?.kind !== 'reauthentication') throw new Error(`No code to ${email}`)
  return mail.code
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

/** What an access token says, unchecked. */
export function claimsOf({ access_token: token }: { access_token: string }): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
