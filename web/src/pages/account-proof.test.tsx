import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { MAIL_CODE, serveIdentity, verifiedFactor, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => {
  serveParks([])
  wasSignedIn()
})

/** The account page. `needsProof`: the sign-in is not recent. */
async function openAccount({ hasPassword = true, hasFactor = false, needsProof = false } = {}) {
  const factors = hasFactor ? [verifiedFactor] : []
  const identity = serveIdentity({ isSignedIn: true, hasPassword, factors })
  Object.assign(identity, { needsProof, assurance: hasFactor ? 'aal2' : 'aal1' })
  const deletions = serveAccountRoutes()
  const { user } = renderApp('/account')
  await screen.findByRole('heading', { name: 'Name' })
  const section = (name: string) => within(screen.getByRole('region', { name }))
  const press = async (part: string, name: string) =>
    user.click(await section(part).findByRole('button', { name }))
  const type = async (part: string, label: RegExp, text: string) => {
    const input = await section(part).findByLabelText(label, { selector: 'input' })
    await user.clear(input)
    await user.type(input, text)
  }
  return { identity, deletions, section, press, type }
}

test('an account without a password sets one without a proof right after signing in', async () => {
  const { identity, section, press, type } = await openAccount({ hasPassword: false })
  expect(section('Password').queryByLabelText(/^Current password/)).toBeNull()
  await type('Password', /^New password/, 'two rope bridges')
  await press('Password', 'Set a password')
  expect(await screen.findByText('Password changed')).toBeDefined()
  expect(identity.bodyOf('PUT /user')).not.toHaveProperty('current_password')
  expect(await section('Password').findByLabelText(/^Current password/)).toBeDefined()
})

test('an account without a password sets one with a mailed code where the sign-in is long ago', async () => {
  const { identity, press, type } = await openAccount({ hasPassword: false, needsProof: true })
  await type('Password', /^New password/, 'two rope bridges')
  await press('Password', 'Set a password')
  await press('Password', 'Email me a code')
  await type('Password', /^Code/, MAIL_CODE)
  await press('Password', 'Continue')
  expect(await screen.findByText('Password changed')).toBeDefined()
  expect(identity.calls()).toContain('GET /reauthenticate')
  expect(identity.bodyOf('PUT /user')).toMatchObject({ password: 'two rope bridges', nonce: MAIL_CODE })
})

test('an owner whose password is not at hand changes it with a mailed code', async () => {
  const { identity, press, type } = await openAccount({ needsProof: true })
  await press('Password', 'Email me a code instead')
  await type('Password', /^New password/, 'two rope bridges')
  await press('Password', 'Change password')
  await press('Password', 'Email me a code')
  await type('Password', /^Code/, MAIL_CODE)
  await press('Password', 'Continue')
  expect(await screen.findByText('Password changed')).toBeDefined()
  expect(identity.bodyOf('PUT /user')).toMatchObject({ nonce: MAIL_CODE })
})

test('a second factor is set up with a mailed code, and a wrong code may be corrected', async () => {
  const { identity, section, press, type } = await openAccount({ needsProof: true })
  await press('Second factor', 'Set up an authenticator app')
  await press('Second factor', 'Email me a code instead')
  await press('Second factor', 'Email me a code')
  await type('Second factor', /^Code/, '000000')
  await press('Second factor', 'Continue')
  expect(await section('Second factor').findByText('Wrong code')).toBeDefined()
  await type('Second factor', /^Code/, MAIL_CODE)
  await press('Second factor', 'Continue')
  expect(await section('Second factor').findByRole('img')).toBeDefined()
  expect(identity.bodyOf('POST /factors')).toMatchObject({ nonce: MAIL_CODE })
})

test('a second factor of an account without a password is removed with a mailed code', async () => {
  const { press, type } = await openAccount({ hasPassword: false, hasFactor: true, needsProof: true })
  await press('Second factor', 'Remove Authenticator app')
  await press('Second factor', 'Email me a code')
  await type('Second factor', /^Code/, MAIL_CODE)
  await press('Second factor', 'Continue')
  expect(await screen.findByText('Authenticator app removed')).toBeDefined()
})

test('an account without a password is deleted with a mailed code', async () => {
  const { deletions, section, press, type } = await openAccount({ hasPassword: false })
  await press('Delete account', 'Delete my account')
  expect(section('Delete account').queryByLabelText(/^Password/)).toBeNull()
  await press('Delete account', 'Email me a code')
  await type('Delete account', /^Code/, MAIL_CODE)
  await press('Delete account', 'Delete everything')
  expect(await screen.findByText('Account deleted')).toBeDefined()
  expect(deletions).toEqual([{ nonce: MAIL_CODE }])
})
