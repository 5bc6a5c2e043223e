import { expect, test } from 'vitest'
import { emailAddress } from './email-address.ts'
import { promoCode } from './http/promo-codes.ts'
import { toPhoneNumber } from './phone-number.ts'
import { toAddressEntry, toCodeEntry, toDialed, toEntry } from './pasted-text.ts'

test.each([
  '+1 407 555 0142',
  '(407) 555-0142',
  '407.555.0142',
  '1-407-555-0142',
  '\u202a+1 407 555 0142\u202c',
  '\u202d+1 (407) 555-0142\u202c',
  '\u2068+14075550142\u2069',
  '407\u2011555\u20110142',
  '407\u2013555\u20130142',
  '407\u2212555\u22120142',
  '+1\u00a0407\u00a0555\u00a00142',
  '＋１４０７５５５０１４２',
  '+1 407 555 0142\u200b',
  'tel:+14075550142',
  '001 407 555 0142',
  '011 1 407 555 0142',
  '+1/407/555/0142',
  '“407 555 0142”',
  '٤٠٧٥٥٥٠١٤٢',
])('a number is understood as it was meant: %s', (pasted) => {
  expect(toPhoneNumber(pasted)).toBe('+14075550142')
})

test.each(['407 555 0142 ext 3', '+1 407 555 0142 (mobile)', '000 407 555 0142', '407 555 014', ''])(
  'what is no number is still none: "%s"',
  (pasted) => {
    expect(toPhoneNumber(pasted)).toBeNull()
  },
)

test.each([
  'FREEDAY',
  ' freeday\n',
  'FREEDAY\u200b',
  '\u200eFREEDAY',
  'FREEDAY\ufeff',
  '“FREEDAY”',
  "'FREEDAY'",
  'FREEDAY.',
  '#FREEDAY',
  'ＦＲＥＥＤＡＹ',
  'FREE\u00adDAY',
  'FREE DAY',
  'F R E E D A Y',
])('a promo code is understood as it was meant: %s', (pasted) => {
  expect(promoCode.parse(pasted)).toBe('FREEDAY')
})

test('a dash inside a promo code stays, whichever it is', () => {
  expect(promoCode.parse('PARK\u201324')).toBe('PARK-24')
})

test.each(['...', '\u200b', '“”'])('what holds no code is refused: "%s"', (pasted) => {
  expect(promoCode.safeParse(pasted).success).toBe(false)
})

test.each([
  'Ada@Example.com',
  '\u202aada@example.com\u202c',
  'ada＠example.com',
  'mailto:ada@example.com',
  '<ada@example.com>',
  'ada@example.com;',
  'ada@exam\u00adple.com',
])('an address is kept as it was meant: %s', (pasted) => {
  expect(emailAddress.parse(pasted)).toBe('ada@example.com')
})

test('letters and digits of other alphabets stay as they are', () => {
  expect(toEntry(' Łódź 日本 é ')).toBe('Łódź 日本 é')
})

/** Far more than any of them takes; a pattern that is tried from each mark of the run takes half a minute. */
const MOST_MS = 5_000

test.each([
  ['a code', toCodeEntry, '-'],
  ['an address', toAddressEntry, '>'],
  ['a number', toDialed, '('],
  ['an entry', toEntry, ' '],
] as const)(
  '%s with a run of marks as long as a request may be is read in one pass',
  (_what, read, mark) => {
    const inside = mark.repeat(60_000)
    expect(read(`1${inside}1`).replaceAll(mark, '')).toBe('11')
    expect(read(`1${inside}`).replaceAll(mark, '')).toBe('1')
  },
  MOST_MS,
)
