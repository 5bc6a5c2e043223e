import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { notificationRequested, type Notification } from '@walkon/contracts/events/notifications'
import { loadSettings } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'
import { identity } from '../app.ts'
import { identitySettings } from '../config.ts'
import { migrationsFolder } from '../db/migrations.ts'

export const PUBLIC_URL = 'https://walkon.example'
export const ISSUER = `${PUBLIC_URL}/auth/v1`
export const PASSWORD = 'correct horse battery staple'

const SETTINGS = {
  DATABASE_URL: 'postgres://unused',
  IDENTITY_KEYS: randomBytes(32).toString('base64url'),
  PUBLIC_URL,
  AUTH_ISSUER: ISSUER,
  REDIRECT_URLS: 'https://partner.example/app,com.walkon.app://auth',
  MAIL_INTERVAL_SECONDS: '0',
  MAILS_PER_ADDRESS: '1000',
  MAILS_PER_CLIENT: '1000',
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>

/** Identity on a port and a database of its own, with a clock that a test moves. Mails are read from its outbox. */
export async function startIdentity(overrides: Record<string, string> = {}) {
  const { db, drop } = await createTestDatabase('identity', migrationsFolder)
  const clock = { offsetMs: 0 }
  const settings = loadSettings(identitySettings, { ...SETTINGS, ...overrides })
  const { app, jobs, parts = [] } = identity.build({
    settings,
    db,
    cache: createMemoryCache(),
    log: createLog({ service: 'identity', level: 'silent' }),
    metrics: createMetrics('identity'),
    now: () => new Date(Date.now() + clock.offsetMs),
    isAlive: () => {},
  })
  for (const part of parts) await part.start?.()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const runJob = async (name: string) => jobs.find((job) => job.name === name)?.run(new AbortController().signal)

  return {
    app,
    db,
    clock,
    settings,
    url: `${address}/auth/v1`,
    runJob,
    /** Mails to an address, the oldest first. */
    mails: async (email: string) => {
      await runJob('answer-mail-requests')
      return readMails(db, email)
    },
    stop: async () => {
      await app.close()
      await drop()
    },
  }
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

/** What the newest mail of a kind carries. */
export async function lastMail(
  { mails }: Pick<TestIdentity, 'mails'>,
  email: string,
  kind: Extract<Notification, { path: string }>['kind'],
): Promise<{ token: string; code: string; path: string }> {
  const mail = (await mails(email)).findLast((sent) => sent.kind === kind)
  if (!mail || !('path' in mail)) throw new Error(`No mail ${kind} to ${email}`)
  const token = new URL(mail.path, PUBLIC_URL).searchParams.get('token') ?? ''
  return { token, code: mail.code, path: mail.path }
}

export const anAddress = () => `visitor-${randomUUID().slice(0, 8)}@example.com`

type ClientOptions = Partial<ConstructorParameters<typeof AuthClient>[0]>

/** The public client, as an app would make it, with a memory of its own. */
export function createClient({ url }: Pick<TestIdentity, 'url'>, options: ClientOptions = {}): GoTrueClient {
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

/** A confirmed account, and a client that is signed in to it. */
export async function signUp(running: TestIdentity, options: { email?: string; client?: GoTrueClient } = {}) {
  const { email = anAddress(), client = createClient(running) } = options
  const { error } = await client.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Ada Visitor' } },
  })
  if (error) throw error
  const { token } = await lastMail(running, email, 'confirm-account')
  const { data, error: refused } = await client.verifyOtp({ token_hash: token, type: 'signup' })
  if (refused || !data.session || !data.user) throw refused ?? new Error('No session')
  return { email, client, session: data.session, user: data.user }
}
