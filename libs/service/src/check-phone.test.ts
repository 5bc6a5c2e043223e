import { expect, test } from 'vitest'
import { checkPhone } from './check-phone.ts'

const COUNTRIES = ['US', 'CA']

test.for(['+14075550123', '+14165550123'])(
  'texts to the United States and Canada are sold for %s',
  (phone) => {
    expect(() => checkPhone(phone, COUNTRIES)).not.toThrow()
  },
)

test.for([
  ['+447400123456', 'phone-country'],
  ['+18095551234', 'phone-country'],
  ['+10075550123', 'phone-required'],
  ['+999123456789', 'phone-required'],
  ['+114075550123', 'phone-required'],
  ['+4407400123456', 'phone-required'],
  [undefined, 'phone-required'],
] as const)('a number %s is refused with %s', ([phone, code]) => {
  expect(() => checkPhone(phone, COUNTRIES)).toThrow(expect.objectContaining({ code }))
})
