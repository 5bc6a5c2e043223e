import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
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

/** A stranger signs up with another person's address. */
const strangersSignUp = (email: string) => askForAccount(running, { email, password: THEIRS })

const mayEnter = async (email: string, password: string) =>
  (await createClient(running).signInWithPassword({ email, password })).error === null

const confirm = (token: string) => createClient(running).verifyOtp({ token_hash: token, type: 'signup' })

test.each([
  { order: 'before the owner', strangerFirst: true },
  { order: 'after the owner', strangerFirst: false },
])(
  'A stranger who signs up $order gets nothing: the reader of the mail chooses the password',
  async ({ strangerFirst }) => {
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
  },
)

test.each([
  { order: 'before the owner', strangerFirst: true },
  { order: 'after the owner', strangerFirst: false },
])(
  'A stranger who signs up $order gets nothing by a mail that the owner has sent again',
  async ({ strangerFirst }) => {
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
  },
)

test('A stranger’s own mail, answered by the owner by mistake, gives the stranger nothing', async () => {
  const email = anAddress()
  await askForAccount(running, { email })
  await strangersSignUp(email)
  const { token } = await lastMail(running, email, 'confirm-account')
  const { data } = await confirm(token)
  expect(data.user?.user_metadata).toEqual({})
  expect(await mayEnter(email, THEIRS)).toBe(false)
})

test('A stranger gets nothing where the owner’s sign-up would expire first', async () => {
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

test('A single sign-up whose mail is sent again keeps its password', async () => {
  const { email, client } = await askForAccount(running)
  await client.resend({ type: 'signup', email })
  const { token } = await lastMail(running, email, 'confirm-account')
  expect((await confirm(token)).data.user?.app_metadata).toMatchObject({ has_password: true })
  expect(await mayEnter(email, PASSWORD)).toBe(true)
})

test('A sign-up has no account before its mail was answered', async () => {
  const email = anAddress()
  const { client } = await strangersSignUp(email)
  expect((await client.signInWithPassword({ email, password: THEIRS })).error).toMatchObject({
    code: 'email_not_confirmed',
  })
})

test("A stranger's sign-up does not lend its password to a sign-in by mail", async () => {
  const email = anAddress()
  await strangersSignUp(email)
  await createClient(running).signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'confirm-account')
  expect((await confirm(token)).error).toBeNull()
  expect(await mayEnter(email, THEIRS)).toBe(false)
})

test("A stranger's sign-up does not lend its name to a sign-in by mail", async () => {
  const email = anAddress()
  await strangersSignUp(email)
  await createClient(running).signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'confirm-account')
  expect((await confirm(token)).data.user?.user_metadata).toEqual({})
})

test("A stranger's sign-up does not lend its password to the mail of a forgotten one", async () => {
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

test('A sign-up stays valid after a sign-in by mail was asked for', async () => {
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

test('An expired sign-up keeps nothing', async () => {
  const email = anAddress()
  await strangersSignUp(email)
  running.clock.offsetMs += 25 * 3_600_000
  await running.runJob('purge-expired')
  running.clock.offsetMs = 0
  expect((await createClient(running).signInWithPassword({ email, password: THEIRS })).error).toMatchObject({
    code: 'invalid_credentials',
  })
})

test('Two mails of one address that are answered at the same moment make one account', async () => {
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
