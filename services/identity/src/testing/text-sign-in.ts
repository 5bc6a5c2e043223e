import { numberConfirmationsChanged, notificationRequested } from '@walkon/contracts/events/notifications'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { signUp, type TestIdentity } from './identity.ts'
import { call } from './requests.ts'

let numbers = 0

/** A number of the United States that no other test data has. */
export const aNumber = () => `+1407555${String(1_000 + (numbers++ % 9_000))}`

/** The owner of the number agrees to get the alerts of these addresses, and of no others. */
export const confirmNumber = (running: TestIdentity, number: string, ...emails: string[]) =>
  running.hear([
    heard(numberConfirmationsChanged, {
      numberHash: hashAddress(number),
      number: emails.length > 0 ? number : null,
      emailHashes: emails.map(hashAddress),
      changedAt: running.now().toISOString(),
    }),
  ])

export const turnOn = (running: TestIdentity, token: string, number: string, proof: object = {}) =>
  call(running, 'PUT', '/sign-in-number', { token, body: { number, ...proof } })

/** An account to which a number signs in. */
export async function signUpWithNumber(running: TestIdentity, number = aNumber()) {
  const account = await signUp(running)
  await confirmNumber(running, number, account.email)
  const { status } = await turnOn(running, account.session.access_token, number)
  if (status !== 204) throw new Error(`Sign-in by text was not turned on: ${status}`)
  return { ...account, number, token: account.session.access_token }
}

/** The codes that were texted to a number, the oldest first. */
export async function textedCodes(running: TestIdentity, number: string): Promise<string[]> {
  while (await running.runJob('answer-text-requests')) continue
  const requests = await running.published(notificationRequested)
  return requests.flatMap(({ recipient, notification }) =>
    recipient.channel === 'sms' && recipient.address === number && notification.code
      ? [notification.code.value]
      : [],
  )
}

/** Asks for a code to a number, and returns the newest. */
export async function askForCode(running: TestIdentity, phone: string): Promise<string> {
  await call(running, 'POST', '/auth/v1/otp', { body: { phone } })
  return (await textedCodes(running, phone)).at(-1) ?? 'none'
}

export const enterCode = (running: TestIdentity, phone: string, token: string, headers = {}) =>
  call(running, 'POST', '/auth/v1/verify', { body: { type: 'sms', phone, token }, headers })
