/** The words that the first load needs. Those of checks are in check-texts.ts, those of codes in problem-texts.ts. */

export type ProblemText = { title: string; text: string }

/** Words of a form before it asks the server (core, section 5). */
export const FORM_TEXTS = {
  park: { title: 'Park Required', text: 'Please select a theme park.' },
  soldOut: {
    title: 'Sold Out',
    text: 'No spots are left on a day you chose. Please select another date.',
  },
  promoCode: { title: 'Promo Code Required', text: 'Please enter your promo code.' },
  promoCodeNotApplied: { title: 'Error', text: 'Failed to apply promo code' },
} satisfies Record<string, ProblemText>

export const NO_CONNECTION: ProblemText = {
  title: 'No connection',
  text: 'We could not reach the server. Please try again.',
}
