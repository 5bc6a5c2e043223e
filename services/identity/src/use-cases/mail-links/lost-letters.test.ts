import { FOUND_AGAIN, loseLetter } from '@walkon/testing/lost-letters'
import { expect, test } from 'vitest'
import { runIdentity, signUp } from '../../testing/identity.ts'

const identity = await runIdentity()

test('the gauge finds a lost letter that confirms an account, which is requested again', async () => {
  await signUp(identity)

  expect(await loseLetter(identity, 'confirm-account')).toEqual(FOUND_AGAIN)
})
