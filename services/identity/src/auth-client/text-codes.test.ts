import { expect, test } from 'vitest'
import { claimsOf, createClient, runIdentity } from '../testing/identity.ts'
import { aNumber, signUpWithNumber, textedCodes } from '../testing/text-sign-in.ts'

const running = await runIdentity()

test('A code by text signs in to the account whose owner has chosen the number', async () => {
  const { number: phone, user } = await signUpWithNumber(running)
  const client = createClient(running)

  expect((await client.signInWithOtp({ phone })).error).toBeNull()
  const [code = ''] = await textedCodes(running, phone)
  expect(code).toMatch(/^\d{6}$/)
  const { data, error } = await client.verifyOtp({ phone, token: code, type: 'sms' })

  expect(error).toBeNull()
  expect(data.user?.id).toBe(user.id)
  expect(claimsOf(data.session!)).toMatchObject({ sub: user.id, aal: 'aal1', amr: [{ method: 'sms' }] })
  expect((await client.getUser()).data.user?.email).toBe(user.email)
})

test('A wrong code is refused as GoTrue refuses one', async () => {
  const { number: phone } = await signUpWithNumber(running)
  const client = createClient(running)
  await client.signInWithOtp({ phone })
  const [code] = await textedCodes(running, phone)

  const token = code === '000000' ? '111111' : '000000'
  const { error } = await client.verifyOtp({ phone, token, type: 'sms' })
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('A code that is sent again replaces the one before', async () => {
  const { number: phone } = await signUpWithNumber(running)
  const client = createClient(running)
  await client.signInWithOtp({ phone })
  expect((await client.resend({ type: 'sms', phone })).error).toBeNull()
  const [older = '', newer = ''] = await textedCodes(running, phone)

  expect((await client.verifyOtp({ phone, token: older, type: 'sms' })).error).not.toBeNull()
  expect((await client.verifyOtp({ phone, token: newer, type: 'sms' })).error).toBeNull()
})

test('A number without an account gets no text and makes no account', async () => {
  const phone = aNumber()
  const { data, error } = await createClient(running).signInWithOtp({
    phone,
    options: { shouldCreateUser: true },
  })

  expect(error).toBeNull()
  expect(data).toMatchObject({ user: null, session: null })
  expect(await textedCodes(running, phone)).toEqual([])
})

test('A number without its plus sign is the same number', async () => {
  const { number } = await signUpWithNumber(running)
  await createClient(running).signInWithOtp({ phone: number.slice(1) })
  expect(await textedCodes(running, number)).toHaveLength(1)
})

test.each(['not a number', '+0', ''])('The number "%s" is refused', async (phone) => {
  const { error } = await createClient(running).signInWithOtp({ phone })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})
