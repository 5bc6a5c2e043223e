import { expect, test } from 'vitest'
import { e164Number } from './values.ts'

test.for(['+14075550123', '+4930901820', '+1234567', '+123456789012345'])(
  '%s is a phone number in E.164',
  (number) => {
    expect(e164Number.safeParse(number).success).toBe(true)
  },
)

test.for(['14075550123', '+04075550123', '+123456', '+1234567890123456', '+1 407 555 0123', ''])(
  '“%s” is no phone number in E.164',
  (number) => {
    expect(e164Number.safeParse(number).success).toBe(false)
  },
)
