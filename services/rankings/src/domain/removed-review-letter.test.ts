import { letter } from '@walkon/contracts/letter'
import { REPORT_REASONS } from '@walkon/contracts/http/rankings'
import { expect, test } from 'vitest'
import { toRemovedReviewLetter } from './removed-review-letter.ts'

const item = {
  itemId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  name: 'Space\nMountain',
  parkName: 'Magic Kingdom',
}

test.each(REPORT_REASONS)(
  'the letter about a review that was removed as %s says what, where and why',
  (reason) => {
    const written = letter.parse(toRemovedReviewLetter({ item, removal: 'delete', reason }))
    expect(written.subject).toBe('Your review of Space Mountain was removed')
    expect(written.paragraphs[0]).toContain('no longer in the rankings')
    expect(written.paragraphs[1]).toMatch(/^A moderator found/)
    expect(written.action).toEqual({ label: 'Open the rankings', path: `/park-rankings?item=${item.itemId}` })
  },
)

test('the letter about words that were removed says that the stars count', () => {
  const written = toRemovedReviewLetter({ item, removal: 'clear', reason: 'spam' })
  expect(written.paragraphs[0]).toContain('your stars still count')
})

test('the letter about an item of the longest name is within the lengths of a letter', () => {
  const longest = { ...item, name: 'x'.repeat(200) }
  expect(
    letter.safeParse(toRemovedReviewLetter({ item: longest, removal: 'clear', reason: 'other' })).success,
  ).toBe(true)
})
