import { expect, test } from 'vitest'
import { runLimitedIdentity, anotherClient } from '../testing/limits.ts'
import { signIn, signUp } from '../testing/identity.ts'
import { tryPassword } from '../testing/requests.ts'

const running = await runLimitedIdentity()
const shown = (name: string) => running.metrics.getSingleMetricAsString(name)

test('a sign-in is counted by the method that proved who the user is', async () => {
  const { email } = await signUp(running)
  expect(await shown('sign_ins_total')).toContain('{method="email/signup",service="identity"} 1')
  await signIn(running, email)
  expect(await shown('sign_ins_total')).toContain('{method="password",service="identity"} 1')
})

test('a try beyond a limit is counted by what the limit is on, without an address or a client', async () => {
  const { email } = await signUp(running)
  for (let guess = 1; guess <= 12; guess++)
    await tryPassword(running, email, `guess ${guess}`, { from: anotherClient() })
  const lines = (await shown('limits_hit_total')).split('\n').filter((line) => line.startsWith('limits_hit'))
  expect(lines).toEqual(['limits_hit_total{limit="sign-in",service="identity"} 2'])
})
