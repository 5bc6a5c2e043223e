import { expect, inject, test } from 'vitest'
import { createAccount, grantRole, showSecondFactor } from '../support/accounts.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)

const grant = (...args: string[]) => grantRole(inject('dataDir'), ...args)

test('the first admin is made by a command, sets up a second factor, and makes and unmakes a moderator', async () => {
  const email = aVisitor('admin')
  const admin = await createAccount(client, baseUrl, email, 'Ada Admin')
  const other = await createAccount(client, baseUrl, aVisitor('moderator'), 'Mo Derator')
  const path = `/api/identity/users/${other.userId}/roles/moderator`
  const { authorization: before } = admin
  expect((await client.send('PUT', path, undefined, { authorization: before })).status).toBe(403)

  const { stdout } = await grant('admin', email)
  expect(stdout).toContain('The account is admin now')
  const { data } = await admin.auth.refreshSession()
  expect(data.user?.app_metadata['roles']).toEqual(['admin'])

  const owed = `Bearer ${data.session?.access_token}`
  const refused = await client.send('PUT', path, undefined, { authorization: owed })
  expect(refused.status).toBe(403)

  const authorization = await showSecondFactor(admin.auth)
  expect((await client.send('PUT', path, undefined, { authorization })).status).toBe(204)
  expect((await other.auth.refreshSession()).data.user?.app_metadata['roles']).toEqual(['moderator'])
  expect((await client.send('DELETE', path, undefined, { authorization })).status).toBe(204)
  expect((await other.auth.refreshSession()).data.user?.app_metadata['roles']).toEqual([])
})

test('the command names the fault, and grants no role to an address without an account', async () => {
  await expect(grant('admin', aVisitor('nobody'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no account with this address'),
  })
  await expect(grant('owner', 'somebody@example.com')).rejects.toMatchObject({ code: 2 })
})
