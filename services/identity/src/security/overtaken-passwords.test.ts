import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../db/schema.ts'
import { lockUser } from '../db/users.ts'
import { PASSWORD, runIdentity, signIn, signUp } from '../testing/identity.ts'
import { call, tryPassword } from '../testing/requests.ts'

/** Hashing takes a while, and an owner may choose another password meanwhile. */

const running = await runIdentity()

const OWNERS = 'another horse another battery'
const THIEFS = 'a thief was here before you'

const change = (token: string, password: string) =>
  call(running, 'PUT', '/auth/v1/user', { token, body: { password, current_password: PASSWORD } })

/** Both have checked the old password when they wait for the account; `first` gets it first. */
async function overtake<First, Second>(
  userId: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const answers = await running.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const one = first()
    await expect.poll(running.waitingForLocks).toBe(1)
    const other = second()
    await expect.poll(running.waitingForLocks).toBe(2)
    return [one, other] as const
  })
  return Promise.all(answers)
}

test('A sign-in with the old password begins no session after the owner has chosen another', async () => {
  const { email, user, session } = await signUp(running)

  const [changed, signedIn] = await overtake(
    user.id,
    () => change(session.access_token, OWNERS),
    () => tryPassword(running, email, PASSWORD),
  )

  expect(changed.status).toBe(200)
  expect(signedIn).toMatchObject({ status: 400, code: 'invalid_credentials' })
  const { json } = await tryPassword(running, email, OWNERS)
  const sessions = await call(running, 'GET', '/sessions', { token: String(json.access_token) })
  expect(JSON.parse(sessions.text)).toHaveLength(2)
})

test('A sign-in that renews the hash of the old password leaves the password that its owner chose meanwhile', async () => {
  const { email, user, session } = await signUp(running)
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await running.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))

  await overtake(
    user.id,
    () => change(session.access_token, OWNERS),
    () => tryPassword(running, email, PASSWORD),
  )

  expect((await tryPassword(running, email, PASSWORD)).status).toBe(400)
  expect((await tryPassword(running, email, OWNERS)).status).toBe(200)
})

test('Two sign-ins that renew the hash of one password both succeed', async () => {
  const { email, user } = await signUp(running)
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await running.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
  const signInAgain = () => tryPassword(running, email, PASSWORD)

  const answers = await overtake(user.id, signInAgain, signInAgain)

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('A session that the owner’s new password has ended changes the password no more', async () => {
  const { email, user, session } = await signUp(running)
  const { session: stolen } = await signIn(running, email)

  const [changed, refused] = await overtake(
    user.id,
    () => change(session.access_token, OWNERS),
    () => change(stolen.access_token, THIEFS),
  )

  expect(changed.status).toBe(200)
  expect(refused).toMatchObject({ status: 403, code: 'session_not_found' })
  expect((await tryPassword(running, email, OWNERS)).status).toBe(200)
})

test('A session that the owner’s new password has ended deletes the account no more', async () => {
  const { email, user, session } = await signUp(running)
  const { session: stolen } = await signIn(running, email)
  const deletion = { token: stolen.access_token, body: { password: PASSWORD } }

  const [, refused] = await overtake(
    user.id,
    () => change(session.access_token, OWNERS),
    () => call(running, 'POST', '/account/deletion', deletion),
  )

  expect(refused).toMatchObject({ status: 401, code: 'unauthorized' })
  expect((await tryPassword(running, email, OWNERS)).status).toBe(200)
})
