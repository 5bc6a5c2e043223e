import { expect, test } from 'vitest'
import { PASSWORD, signUp } from '../testing/identity.ts'
import { anotherClient, repeated, runLimitedIdentity } from '../testing/limits.ts'
import { call } from '../testing/requests.ts'
import { aNumber, signUpWithNumber, textedCodes } from '../testing/text-sign-in.ts'
import { startOfHour } from '../testing/windows.ts'

const running = await runLimitedIdentity()
const MINUTE_MS = 60_000
const tooMany = '429 over_sms_send_rate_limit'

const ask = (phone: string, from = anotherClient(), headers = {}) =>
  call(running, 'POST', '/auth/v1/otp', { body: { phone }, from, headers })
const told = ({ status, code }: Awaited<ReturnType<typeof ask>>) => `${status} ${code ?? ''}`.trim()

/** Asks twice in the first minute, and once in each of the next four. */
async function bomb(phone: string) {
  startOfHour(running)
  const answers = [await ask(phone), await ask(phone)]
  for (let minute = 1; minute < 5; minute++) {
    running.clock.offsetMs += MINUTE_MS
    answers.push(await ask(phone))
  }
  return answers.map(told)
}

test('A number is texted a code once a minute and three times a day, whether or not the number signs in', async () => {
  const { number } = await signUpWithNumber(running)
  const expected = ['200', tooMany, '200', '200', tooMany, tooMany]

  expect(await bomb(number)).toEqual(expected)
  expect(await textedCodes(running, number)).toHaveLength(3)
  expect(await bomb(aNumber())).toEqual(expected)
})

test('A stranger who uses up the codes of a number leaves its owner those of a known browser', async () => {
  const { number, email } = await signUpWithNumber(running)
  const headers = { 'x-csrf': '1' }
  const body = { email, password: PASSWORD }
  const { cookies } = await call(running, 'POST', '/auth/v1/token?grant_type=password', { body, headers })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await bomb(number)
  expect(told(await ask(number, anotherClient(), { ...headers, cookie }))).toBe('200')
})

test('A client that asks for codes to many numbers is stopped', async () => {
  const from = anotherClient()
  const answers = await repeated(21, () => ask(aNumber(), from))
  expect(told(answers.at(-1)!)).toBe(tooMany)
})

test('A number with and without its plus sign is one number', async () => {
  await signUp(running)
  const number = aNumber()
  await ask(number)
  expect(told(await ask(number.slice(1)))).toBe(tooMany)
})
