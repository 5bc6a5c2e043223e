import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  anAddress,
  askForAccount,
  createClient,
  lastMail,
  linkMails,
  PASSWORD,
  runIdentity,
} from '../testing/identity.ts'

const running = await runIdentity()

const THEIRS = 'the password of a stranger'

/** A stranger signs up with the address of somebody else, and hopes. */
const strangersSignUp = (email: string) => askForAccount(running, { email, password: THEIRS })

const mayEnter = async (email: string, password: string) =>
  (await createClient(running).signInWithPassword({ email, password })).error === null

const confirm = (token: string) => createClient(running).verifyOtp({ token_hash: token, type: 'signup' })

describe('a stranger who signs up with somebody’s address', () => {
  test.each([
    { order: 'before them', strangerFirst: true },
    { order: 'after them', strangerFirst: false },
  ])('$order gets nothing: who answers a mail chooses the password', async ({ strangerFirst }) => {
    const email = anAddress()
    if (strangerFirst) await strangersSignUp(email)
    await askForAccount(running, { email })
    if (!strangerFirst) await strangersSignUp(email)
    const mails = await linkMails(running, email, 'confirm-account')
    const [theirs, ours] = strangerFirst ? mails : mails.toReversed()

    const owner = createClient(running)
    const confirmed = await owner.verifyOtp({ token_hash: ours!.token, type: 'signup' })
    expect(confirmed.data.user?.app_metadata).toMatchObject({ has_password: false })
    expect(await mayEnter(email, THEIRS)).toBe(false)
    expect((await owner.updateUser({ password: PASSWORD })).error).toBeNull()
    expect(await mayEnter(email, PASSWORD)).toBe(true)
    expect((await confirm(theirs!.token)).error).toMatchObject({ code: 'otp_expired' })
    expect(await mayEnter(email, THEIRS)).toBe(false)
    expect(await running.db.execute(sql`select 1 from one_time_tokens where email = ${email}`)).toHaveLength(
      0,
    )
  })

  test.each([
    { order: 'before them', strangerFirst: true },
    { order: 'after them', strangerFirst: false },
  ])('$order gets nothing by a mail that the owner has sent again', async ({ strangerFirst }) => {
    const email = anAddress()
    if (strangerFirst) await strangersSignUp(email)
    const { client: owner } = await askForAccount(running, { email })
    if (!strangerFirst) await strangersSignUp(email)
    expect((await owner.resend({ type: 'signup', email })).error).toBeNull()
    const { token } = await lastMail(running, email, 'confirm-account')
    const { data, error } = await owner.verifyOtp({ token_hash: token, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect(data.user?.app_metadata).toMatchObject({ has_password: false })
    expect(await mayEnter(email, THEIRS)).toBe(false)
    expect((await owner.updateUser({ password: PASSWORD })).error).toBeNull()
    expect(await mayEnter(email, PASSWORD)).toBe(true)
  })

  test('after them gets nothing by a stranger’s own mail that the owner answers by mistake', async () => {
    const email = anAddress()
    await askForAccount(running, { email })
    await strangersSignUp(email)
    const { token } = await lastMail(running, email, 'confirm-account')
    const { data } = await confirm(token)
    expect(data.user?.user_metadata).toEqual({})
    expect(await mayEnter(email, THEIRS)).toBe(false)
  })

  test('gets nothing either when the owner’s sign-up would run out first', async () => {
    const email = anAddress()
    const { client: owner } = await askForAccount(running, { email })
    running.clock.offsetMs += 3_600_000
    await strangersSignUp(email)
    running.clock.offsetMs += 22 * 3_600_000
    await owner.resend({ type: 'signup', email })
    const { token } = await lastMail(running, email, 'confirm-account')
    running.clock.offsetMs += 2 * 3_600_000
    await running.runJob('purge-expired')
    expect((await confirm(token)).error).toBeNull()
    expect(await mayEnter(email, THEIRS)).toBe(false)
  })

  test('is not there: one sign-up that is sent again keeps its password', async () => {
    const { email, client } = await askForAccount(running)
    await client.resend({ type: 'signup', email })
    const { token } = await lastMail(running, email, 'confirm-account')
    expect((await confirm(token)).data.user?.app_metadata).toMatchObject({ has_password: true })
    expect(await mayEnter(email, PASSWORD)).toBe(true)
  })

  test('has no account before a mail was answered', async () => {
    const email = anAddress()
    const { client } = await strangersSignUp(email)
    expect((await client.signInWithPassword({ email, password: THEIRS })).error).toMatchObject({
      code: 'email_not_confirmed',
    })
  })

  test('does not lend their password to a sign-in by mail', async () => {
    const email = anAddress()
    await strangersSignUp(email)
    await createClient(running).signInWithOtp({ email })
    const { token } = await lastMail(running, email, 'confirm-account')
    expect((await confirm(token)).error).toBeNull()
    expect(await mayEnter(email, THEIRS)).toBe(false)
  })

  test('does not lend their name to it either', async () => {
    const email = anAddress()
    await strangersSignUp(email)
    await createClient(running).signInWithOtp({ email })
    const { token } = await lastMail(running, email, 'confirm-account')
    expect((await confirm(token)).data.user?.user_metadata).toEqual({})
  })

  test('does not lend their password to the mail of a forgotten one', async () => {
    const email = anAddress()
    await strangersSignUp(email)
    const client = createClient(running)
    await client.resetPasswordForEmail(email)
    const { token } = await lastMail(running, email, 'confirm-account')
    expect((await client.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
    expect(await mayEnter(email, THEIRS)).toBe(false)
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
    expect(await mayEnter(email, PASSWORD)).toBe(true)
  })

  test('keeps the owner from nothing: a sign-up stays good after a sign-in by mail was asked for', async () => {
    const { email, client } = await askForAccount(running)
    const { token } = await lastMail(running, email, 'confirm-account')
    await client.signInWithOtp({ email })
    await running.mails(email)
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toMatchObject({
      code: 'email_not_confirmed',
    })
    expect((await confirm(token)).error).toBeNull()
    expect(await mayEnter(email, PASSWORD)).toBe(true)
  })

  test('keeps nothing when the sign-up runs out', async () => {
    const email = anAddress()
    await strangersSignUp(email)
    running.clock.offsetMs += 25 * 3_600_000
    await running.runJob('purge-expired')
    running.clock.offsetMs = 0
    expect((await createClient(running).signInWithPassword({ email, password: THEIRS })).error).toMatchObject(
      {
        code: 'invalid_credentials',
      },
    )
  })
})

test('two mails of one address, answered at the same moment, make one account', async () => {
  for (let round = 1; round <= 5; round++) {
    const email = anAddress()
    await askForAccount(running, { email })
    await askForAccount(running, { email })
    const mails = await linkMails(running, email, 'confirm-account')
    const answers = await Promise.all(mails.map(({ token }) => confirm(token)))
    expect(answers.map(({ error }) => error?.code ?? 'confirmed').toSorted()).toEqual([
      'confirmed',
      'otp_expired',
    ])
  }
})
