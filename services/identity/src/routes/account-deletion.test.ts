import { userAddressChanged, userDeleted, userRolesChanged } from '@walkon/contracts/events/identity'
import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertRole, listAdmins } from '../db/roles.ts'
import { hashOf, users } from '../db/schema.ts'
import { signUpWithFactor } from '../testing/authenticator.ts'
import {
  anAddress,
  askForAccount,
  lastMail,
  lastNonce,
  PASSWORD,
  runIdentity,
  signIn,
  signUp,
  type TestClient,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function deletionsOf(userId: string) {
  const rows = await running.db.execute<{ value: string }>(sql`
    select convert_from(value, 'UTF8') as value from outbox where headers->>'ce_type' = ${userDeleted.type}`)
  return rows
    .map(({ value }) => userDeleted.data.parse(JSON.parse(value)))
    .filter((data) => data.userId === userId)
}

async function changeAddress(client: TestClient, oldEmail: string, newEmail: string) {
  await client.updateUser({ email: newEmail })
  for (const address of [oldEmail, newEmail]) {
    const { token } = await lastMail(running, address, 'confirm-new-email')
    await client.verifyOtp({ token_hash: token, type: 'email_change' })
  }
}

const erase = (token: string, body: object) => call(running, 'POST', '/account/deletion', { token, body })

test('204: an account is deleted with its password, and the event names the hash of its address', async () => {
  const { email, session, user } = await signUp(running)
  expect((await erase(session.access_token, { password: PASSWORD })).status).toBe(204)
  expect(await deletionsOf(user.id)).toMatchObject([{ addressHashes: [sha256(email)] }])
})

test('204: the deletion of an account ends its roles in every service', async () => {
  const { session, user } = await signUp(running)
  await insertRole(running.db, {
    userId: user.id,
    role: 'support',
    grantedBy: null,
    grantedAt: running.now(),
  })
  await erase(session.access_token, { password: PASSWORD })
  const changes = (await running.published(userRolesChanged)).filter(({ userId }) => userId === user.id)
  expect(changes).toMatchObject([{ roles: [] }])
})

test('204: an account is deleted with the code of a mail', async () => {
  const { email, client, session } = await signUp(running)
  await client.reauthenticate()
  const nonce = await lastNonce(running, email)
  expect((await erase(session.access_token, { nonce })).status).toBe(204)
})

test('204: the deletion of an account names its former addresses too', async () => {
  const { email, client, user } = await signUp(running)
  const newEmail = anAddress()
  await changeAddress(client, email, newEmail)
  const { data } = await client.getSession()
  await erase(data.session!.access_token, { password: PASSWORD })
  const [deleted] = await deletionsOf(user.id)
  expect(deleted?.addressHashes.toSorted()).toEqual([sha256(email), sha256(newEmail)].toSorted())
})

test('204: the deletion of an account says until when a former address was used, and not of the address it has again', async () => {
  const { email, client, user } = await signUp(running)
  const second = anAddress()
  await changeAddress(client, email, second)
  await changeAddress(client, second, email)
  const { data } = await client.getSession()
  await erase(data.session!.access_token, { password: PASSWORD })

  const changes = (await running.published(userAddressChanged)).filter(({ userId }) => userId === user.id)
  const usedUntil = new Date(Date.parse(changes[1]!.changedAt) + 300_000).toISOString()
  expect(await deletionsOf(user.id)).toMatchObject([
    {
      addressHashes: [sha256(email), sha256(second)],
      formerAddresses: [{ addressHash: sha256(second), usedUntil }],
    },
  ])
})

test('204: the deletion of an account does not name a former address that another user has now', async () => {
  const { email, client, user } = await signUp(running)
  const newEmail = anAddress()
  await changeAddress(client, email, newEmail)
  await signUp(running, { email })
  const { data } = await client.getSession()
  await erase(data.session!.access_token, { password: PASSWORD })
  expect(await deletionsOf(user.id)).toMatchObject([{ addressHashes: [sha256(newEmail)] }])
})

test('the owner of a former address is found by its index: an erasure hashes no address', async () => {
  const { email } = await signUp(running)
  const owner = eq(hashOf(users.email), sha256(email))
  expect(await running.db.$count(users, owner)).toBe(1)

  const plan = await running.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql`explain select from users where ${owner}`)
  })

  expect(JSON.stringify(plan)).toContain('users_by_address_hash')
})

test('204: the deletion of an account leaves nothing of the person in any table but the outbox', async () => {
  const { email, client, session, user } = await signUpWithFactor(running)
  await client.resetPasswordForEmail(email)
  await askForAccount(running, { email })
  expect((await erase(session.access_token, { password: PASSWORD })).status).toBe(204)
  const tables = await running.db.execute<{ table_name: string }>(sql`
      select table_name from information_schema.tables
      where table_schema = current_schema() and table_name not in ('outbox', 'inbox', 'schema_migrations')`)
  expect(tables.length).toBeGreaterThan(8)
  for (const { table_name: name } of tables) {
    const found = await running.db.execute(sql`
        select 1 from ${sql.identifier(name)} t where t::text like ${`%${email}%`} or t::text like ${`%${user.id}%`}
          or t::text like ${`%${sha256(email)}%`}`)
    expect({ name, rows: found.length }).toEqual({ name, rows: 0 })
  }
})

test('204: the deletion of an account ends every session at once', async () => {
  const { email, client, session } = await signUp(running)
  const other = await signIn(running, email)
  await erase(session.access_token, { password: PASSWORD })
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  const token = other.session.access_token
  expect((await call(running, 'GET', '/sessions', { token })).status).toBe(401)
  expect((await other.client.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('204: the address of a deleted account can sign up again', async () => {
  const { email, session, user } = await signUp(running)
  await erase(session.access_token, { password: PASSWORD })
  const again = await signUp(running, { email })
  expect(again.user.id).not.toBe(user.id)
})

test.each([{ password: 'not this one' }, { nonce: '000000x' }])(
  '403: the wrong proof %j deletes nothing',
  async (body) => {
    const { client, session } = await signUp(running)
    expect(await erase(session.access_token, body)).toMatchObject({
      status: 403,
      code: 'reauthentication-failed',
    })
    expect((await client.getUser()).error).toBeNull()
  },
)

test('400: a deletion without a proof deletes nothing', async () => {
  const { client, session } = await signUp(running)
  expect((await erase(session.access_token, {})).status).toBe(400)
  expect((await client.getUser()).error).toBeNull()
})

test('409: the account of the last admin cannot be deleted', async () => {
  const { session, user, client } = await signUp(running)
  expect(await running.db.transaction(listAdmins)).toEqual([])
  await insertRole(running.db, {
    userId: user.id,
    role: 'admin',
    grantedBy: null,
    grantedAt: running.now(),
  })
  expect(await erase(session.access_token, { password: PASSWORD })).toMatchObject({
    status: 409,
    code: 'last-admin',
  })
  expect((await client.getUser()).error).toBeNull()
})
