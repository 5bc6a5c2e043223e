import { expect, test } from 'vitest'
import { actReason, toNear, toSought } from './desk.ts'

const ID = '0b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42'

test.for([
  [' Ana@Example.com ', { kind: 'email', text: 'ana@example.com' }],
  ['(407) 555-0142', { kind: 'number', text: '+14075550142' }],
  ['+44 7700 900123', { kind: 'number', text: '+447700900123' }],
  ['0142', { kind: 'last-digits', text: '0142' }],
  [ID.toUpperCase(), { kind: 'id', text: ID }],
  ['Ref. 7k3f-9qpm', { kind: 'reference', text: '7K3F9QPM' }],
  ['7K3F9QPM', { kind: 'reference', text: '7K3F9QPM' }],
  ['1234-5678', { kind: 'number', text: '+12345678' }],
  ['pi_3MtwBwLkdIwHu7ix28a3tqPa', { kind: 'provider-id', text: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' }],
  ['SM9f86d081884c7d659a2feaa0c55ad015', { kind: 'provider-id', text: 'SM9f86d081884c7d659a2feaa0c55ad015' }],
])('one field knows what “%s” is', ([typed, sought]) => {
  expect(toSought(typed as string)).toEqual(sought)
})

test.for(['', 'Ana', 'ana@', '12', '<img src=x onerror=alert(1)>', "' or 1=1 --"])(
  '“%s” names nobody',
  (typed) => {
    expect(toSought(typed)).toBeNull()
  },
)

test.for([' Erin ', 'sam.ortis@example.org', 'ortiz@', 'Chris7'])('“%s” is a part of an address', (typed) => {
  expect(toNear(typed)).toEqual({ kind: 'near', text: typed.trim().toLowerCase() })
})

test.for(['', 'Ana', '0142', '555-0142', '%%%%', 'a b c d', 'a'.repeat(65)])(
  '“%s” is no part of an address that one searches by',
  (typed) => {
    expect(toNear(typed)).toBeNull()
  },
)

test.for([
  'Asked ada＠example.com',
  'Call ４０７５５５０１４２',
  'Call ٤٠٧٥٥٥٠١٤٢',
  'Call 407\u200b5550142',
  '\u3164\u3164\u3164',
])(
  'the reason of an act is refused where it names a person in any script, or shows nothing: “%s”',
  (reason) => {
    expect(actReason.safeParse(reason).success).toBe(false)
  },
)
