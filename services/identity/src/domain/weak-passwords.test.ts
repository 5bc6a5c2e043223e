import { expect, test } from 'vitest'
import { COMMON_PASSWORDS } from '../secrets/common-passwords.ts'
import { findWeaknesses } from './weak-passwords.ts'

const EMAIL = 'ada.lovelace@example.com'

test.each(['', '1234567', 'x'.repeat(257), '🎢🎢🎢🎢🎢🎢🎢'])(
  'The password %j has the wrong length',
  (password) => {
    expect(findWeaknesses(password, EMAIL, COMMON_PASSWORDS)).toEqual(['length'])
  },
)

test.each([
  '12345678',
  'password',
  'PASSWORD',
  'Password1!',
  'password2026',
  'iloveyou',
  'qwertyuiop',
  'aaaaaaaaaaaa',
  '        ',
  'walkon2026',
  EMAIL,
  'ada.lovelace',
  'Ada.Lovelace99!',
])('The password %j is one of the most common', (password) => {
  expect(findWeaknesses(password, EMAIL, COMMON_PASSWORDS)).toEqual(['pwned'])
})

test.each([
  'correct horse battery staple',
  'onlysmallletters',
  '8274628194',
  'пароль для парка',
  '🎢🎡🎠🎪🎟️🎈🎉🎊',
  'x1'.repeat(128),
])('The password %j is accepted: there are no rules about its characters', (password) => {
  expect(findWeaknesses(password, EMAIL, COMMON_PASSWORDS)).toEqual([])
})
