import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toGuaranteeLetter, toOrderRefundedLetter } from './refund-letters.ts'

const BACK = {
  park: { id: '75ea578a-adc8-4116-a54d-dccb60765ef9', name: 'Magic Kingdom', timezone: 'America/New_York' },
  dates: ['2026-07-01'],
  amountCents: 1_500,
  orderId: '0b3f6b1c-97a4-4f4e-b9a5-5d6f6f7f3c11',
}

test('the letter of the guarantee says the amount, why it went back and when it arrives', () => {
  const written = letter.parse(toGuaranteeLetter({ ...BACK, ridesCounted: 2 }))
  const words = written.paragraphs.join(' ')

  expect(written.subject).toBe('Your money back: $15.00 for Magic Kingdom')
  expect(words).toContain(
    'a guarantee of alerts for 3 different rides, and you got two that count. A ride that is short most of the day does not count.',
  )
  expect(words).toContain('Because that is fewer than 3 rides, we have refunded $15.00.')
  expect(words).toContain('takes 5 to 10 business days to arrive')
  expect(words).toContain('Order number: 1CZP-P74N')
})

test('a visitor whose alerts were all of rides that do not count is not told that there were none', () => {
  const { paragraphs, preheader } = letter.parse(toGuaranteeLetter({ ...BACK, ridesCounted: 0 }))

  expect(paragraphs.join(' ')).toContain(
    'you got none that count. A ride that is short most of the day does not count.',
  )
  expect(preheader).toBe('Alerts for fewer than 3 rides counted, so we refunded $15.00.')
})

test('the letter of a refund by hand says the amount and that the alerts have ended', () => {
  const written = letter.parse(toOrderRefundedLetter(BACK))
  const words = written.paragraphs.join(' ')

  expect(written.subject).toBe('Your refund: $15.00 for Magic Kingdom')
  expect(words).toContain('We have refunded the $15.00')
  expect(words).toContain('it sends no more alerts')
})

test('a park with a very long name and 31 days still makes letters that may be sent', () => {
  const park = { ...BACK.park, name: 'P'.repeat(300) }
  const dates = Array.from({ length: 31 }, (_, day) => `2026-07-${String(day + 1).padStart(2, '0')}`)
  const back = { ...BACK, park, dates }

  expect(letter.safeParse(toGuaranteeLetter({ ...back, ridesCounted: 0 })).error).toBeUndefined()
  expect(letter.safeParse(toOrderRefundedLetter(back)).error).toBeUndefined()
})
