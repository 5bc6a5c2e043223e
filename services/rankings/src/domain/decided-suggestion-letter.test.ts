import { REJECTION_REASONS } from '@walkon/contracts/http/moderation'
import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toDecidedSuggestionLetter } from './decided-suggestion-letter.ts'

test.each(REJECTION_REASONS)(
  'the letter about a suggestion that was rejected as %s says what and why',
  (rejection) => {
    const name = 'Space\nMountain'
    const written = letter.parse(toDecidedSuggestionLetter({ name, isEdit: false, itemId: null, rejection }))
    expect(written.subject).toBe('Your suggestion Space Mountain wasn’t accepted')
    expect(written.paragraphs).toHaveLength(3)
  },
)

test('the letter about an edit that was taken leads to its item', () => {
  const itemId = '75ea578a-adc8-4116-a54d-dccb60765ef9'
  const written = letter.parse(
    toDecidedSuggestionLetter({ name: 'x'.repeat(120), isEdit: true, itemId, rejection: null }),
  )
  expect(written.action).toMatchObject({ path: `/park-rankings?item=${itemId}` })
})
