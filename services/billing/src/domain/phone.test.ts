import { expect, test } from 'vitest'
import { decidePhone } from './phone.ts'

test.for([
  ['+14075550123', null],
  ['+14165550123', null],
  ['+447400123456', 'phone-country'],
  ['+18095551234', 'phone-country'],
  ['+10075550123', 'phone-required'],
  ['+999123456789', 'phone-required'],
  [undefined, 'phone-required'],
] as const)('a number %s, with texts to the United States and Canada, is judged %s', ([phone, problem]) => {
  expect(decidePhone(phone, ['US', 'CA'])).toBe(problem)
})
