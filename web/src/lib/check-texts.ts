import type { ProblemText } from './form-texts.ts'

/** Words of the checks of an order, which are loaded with its first entry (core, section 5). */
export const CHECK_TEXTS = {
  email: { title: 'Email Required', text: 'Please enter a valid email address.' },
  dates: { title: 'Date Required', text: 'Please select at least one date.' },
  phone: {
    title: 'Phone Number Required',
    text: 'Please enter a valid phone number for SMS alerts.',
  },
} satisfies Record<string, ProblemText>
