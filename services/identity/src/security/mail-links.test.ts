import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { lockUser } from '../db/users.ts'
import {
  anAddress,
  askForAccount,
  createClient,
  lastMail,
  linkMails,
  PARTNER_URL,
  PASSWORD,
  PUBLIC_URL,
  runIdentity,
  signUp,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const NEW_PASSWORD = 'another horse another battery'

const use = (token: string, type = 'recovery') =>
  call(running, 'POST', '/auth/v1/verify', { body: { token_hash: token, type } })

async function forgotten(times = 1) {
  const account = await signUp(running)
  for (let time = 1; time <= times; time++) await account.client.resetPasswordForEmail(account.email)
  return { ...account, links: await linkMails(running, account.email, 'reset-password') }
}

describe('the link of a forgotten password', () => {
  test('is used once', async () => {
    const { links } = await forgotten()
    const { token } = links[0]!
    expect((await use(token)).status).toBe(200)
    expect(await use(token)).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('is used once also by many at the same moment', async () => {
    const { links } = await forgotten()
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(links[0]!.token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('and its code are one: whoever used the link cannot use the code', async () => {
    const { email, links } = await forgotten()
    const { token, code } = links[0]!
    await use(token)
    const body = { email, token: code, type: 'recovery' }
    expect(await call(running, 'POST', '/auth/v1/verify', { body })).toMatchObject({ code: 'otp_expired' })
  })

  test('works from the older of two mails, which people find first', async () => {
    const { links } = await forgotten(2)
    expect((await use(links[0]!.token)).status).toBe(200)
  })

  test('is worthless in every other mail once one was used', async () => {
    const { links } = await forgotten(3)
    await use(links[1]!.token)
    expect(await use(links[0]!.token)).toMatchObject({ code: 'otp_expired' })
    expect(await use(links[2]!.token)).toMatchObject({ code: 'otp_expired' })
  })

  test('ends every other session with the new password, and keeps none of an intruder', async () => {
    const { email, client: intruder, links } = await forgotten()
    const client = createClient(running)
    await client.verifyOtp({ token_hash: links[0]!.token, type: 'recovery' })
    await client.updateUser({ password: NEW_PASSWORD })
    expect((await intruder.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await client.refreshSession()).error).toBeNull()
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull()
  })

  test('and that of another such mail, used at the same moment, let one in', async () => {
    for (let round = 1; round <= 5; round++) {
      const { links } = await forgotten(2)
      const answers = await Promise.all(links.map(({ token }) => use(token)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    }
  })

  test('and a new password, at the same moment, do not stand in each other’s way', async () => {
    const { user, session, links } = await forgotten()
    const held = await holdUser(user.id)
    const change = call(running, 'PUT', '/auth/v1/user', {
      token: session.access_token,
      body: { password: NEW_PASSWORD },
    })
    await untilWaiting(1)
    const link = use(links[0]!.token)
    await untilWaiting(2)
    await held.release()
    // The new password makes links worthless that were mailed before.
    expect([(await change).status, (await link).code]).toEqual([200, 'otp_expired'])
  })

  /** Keeps an account locked, so that who changes it queues up in an order that is known. */
  async function holdUser(userId: string) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const done = running.db.transaction(async (tx) => {
      await lockUser(tx, userId)
      hold()
      await released
    })
    await held
    return {
      release: () => {
        release()
        return done
      },
    }
  }

  const untilWaiting = (count: number) =>
    vi.waitFor(async () => {
      const waiting = await running.db.execute(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(waiting).toHaveLength(count)
    })

  test('gives an hour to set the password, and no longer', async () => {
    const { links } = await forgotten()
    const client = createClient(running)
    await client.verifyOtp({ token_hash: links[0]!.token, type: 'recovery' })
    running.clock.offsetMs = 61 * 60_000
    await client.refreshSession()
    const { error } = await client.updateUser({ password: NEW_PASSWORD })
    expect(error).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('dies with the address it was mailed to', async () => {
    const { client, email, links } = await forgotten()
    const newEmail = anAddress()
    await client.updateUser({ email: newEmail })
    for (const address of [email, newEmail]) {
      const { token } = await lastMail(running, address, 'confirm-new-email')
      await use(token, 'email_change')
    }
    expect(await use(links[0]!.token)).toMatchObject({ code: 'otp_expired' })
  })

  test('cannot be found in the database', async () => {
    const { links } = await forgotten()
    const rows = await running.db.execute(
      sql`select row_to_json(one_time_tokens)::text as row from one_time_tokens`,
    )
    const stored = JSON.stringify([...rows])
    expect(stored).not.toContain(links[0]!.token)
    expect(stored).not.toContain(`"${links[0]!.code}`)
  })
})

describe('where a link leads', () => {
  test('is not what the request says of its host', async () => {
    const { email } = await signUp(running)
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    }
    await call(running, 'POST', '/auth/v1/recover', { body: { email }, headers })
    const { path, token } = await lastMail(running, email, 'reset-password')
    expect(path).toBe(`/auth/confirm?token=${token}&type=recovery`)
    const opened = await call(running, 'GET', '/auth/v1/verify?token=none&type=recovery', { headers })
    expect(opened.headers.location).toMatch(`${PUBLIC_URL}/?error=`)
  })

  const UNLISTED = [
    'https://walkon.example.evil/auth',
    'https://partner.example.evil/app',
    'https://evil.example/?x=https://partner.example/app',
    'https://evil.example#https://partner.example/app',
    'https://partner.example@evil.example/app',
    'https://user:secret@partner.example/app',
    'https://user@partner.example/app',
    'https://partner.example:8443/app',
    'http://partner.example/app',
    'https://sub.partner.example/app',
    'https://partner.example/application',
    'https://partner.example/app/../admin',
    'https://partner.example/app/%2e%2e/admin',
    'https://partner.example/app\\..\\admin',
    'https://partner.example/admin',
    'https:partner.example.evil/app',
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/relative',
    '\tjavascript:alert(1)',
    'javascript:alert(1)//partner.example/app',
    'data:text/html,<script>alert(1)</script>',
    'com.walkon.app:auth',
    'com.walkon.app.evil://auth',
    '',
  ]

  test.each(UNLISTED)('is our own page for the unlisted %j', async (redirectTo) => {
    const { email } = await askForAccount(running)
    const query = new URLSearchParams({ redirect_to: redirectTo })
    const body = { email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256', type: 'signup' }
    const answer = await call(running, 'POST', `/auth/v1/resend?${query.toString()}`, { body })
    expect(answer.status).toBe(200)
    const { path, token } = await lastMail(running, email, 'confirm-account')
    expect(path).toBe(`/auth/confirm?token=${token}&type=signup`)

    const opened = await call(running, 'GET', `/auth/v1/verify?token=none&type=signup&${query.toString()}`)
    expect(new URL(String(opened.headers.location)).origin).toBe(PUBLIC_URL)
  })

  test.each([PARTNER_URL, `${PARTNER_URL}/deep?x=1#y`, 'com.walkon.app://auth/in'])(
    'is the listed %s for an app that has begun with PKCE',
    async (redirectTo) => {
      const { email } = await askForAccount(running)
      const query = new URLSearchParams({ redirect_to: redirectTo })
      const body = { email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256', type: 'signup' }
      await call(running, 'POST', `/auth/v1/resend?${query.toString()}`, { body })
      const { path, appPath, token } = await lastMail(running, email, 'confirm-account')
      expect(new URL(appPath, PUBLIC_URL).searchParams.get('redirect_to')).toBe(redirectTo)
      expect(path).toBe(`/auth/confirm?token=${token}&type=signup`)
    },
  )

  // A stranger's request for the owner's mail: its link must sign the owner in, and carry nothing of the stranger's.
  test.each(['/', '/auth/confirm?token=strangers&type=magiclink'])(
    'is no page of our own site that a stranger with PKCE names: %s',
    async (page) => {
      const { email } = await signUp(running)
      const query = new URLSearchParams({ redirect_to: `${PUBLIC_URL}${page}` })
      for (const [url, kind] of [
        ['/otp', 'sign-in'],
        ['/recover', 'reset-password'],
      ] as const) {
        const body = { email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
        await call(running, 'POST', `/auth/v1${url}?${query.toString()}`, { body })
        const { path, appPath, token, type } = await lastMail(running, email, kind)
        expect({ path, appPath }).toEqual({ path: `/auth/confirm?token=${token}&type=${type}`, appPath: '' })
        expect((await use(token, type)).status).toBe(200)
      }
    },
  )

  test('signs the owner in by our own page too where an app asked for the mail', async () => {
    const { email } = await signUp(running)
    const client = createClient(running, { flowType: 'pkce' })
    await client.signInWithOtp({ email, options: { emailRedirectTo: PARTNER_URL } })
    const { token, type } = await lastMail(running, email, 'sign-in')
    expect((await use(token, type)).status).toBe(200)
  })

  test('of a refused link keeps no query of our own site', async () => {
    const query = new URLSearchParams({
      token: 'none',
      type: 'magiclink',
      redirect_to: `${PUBLIC_URL}/auth/confirm?token=strangers&type=magiclink`,
    })
    const { headers } = await call(running, 'GET', `/auth/v1/verify?${query.toString()}`)
    const { origin, searchParams } = new URL(String(headers.location))
    expect(origin).toBe(PUBLIC_URL)
    expect([...searchParams.keys()].toSorted()).toEqual(['error', 'error_code', 'error_description'])
  })

  test('is the address it was mailed with, not the one that somebody adds', async () => {
    const { email } = await signUp(running)
    const client = createClient(running, { flowType: 'pkce' })
    await client.signInWithOtp({ email, options: { emailRedirectTo: `${PARTNER_URL}/one` } })
    const { appPath } = await lastMail(running, email, 'sign-in')
    const bent = appPath.replace(encodeURIComponent('/one'), encodeURIComponent('/two'))
    expect(bent).not.toBe(appPath)
    const { headers } = await call(running, 'GET', bent)
    expect(headers.location).toMatch(`${PARTNER_URL}/one?code=`)
  })
})
