import { CHECK_TEXTS } from './check-texts.ts'
import type { ProblemText } from './form-texts.ts'

/** Words of a form before it asks the server. */
const ENTRY_TEXTS = {
  email: CHECK_TEXTS.email,
  phone: { title: 'Phone number required', text: 'Please enter the number with its area code.' },
  fullName: { title: 'Full name required', text: 'Please enter your full name to sign up.' },
  name: { title: 'Full name required', text: 'Please enter your full name.' },
  displayName: {
    title: 'Choose another name',
    text: 'Please leave addresses, links and staff titles out of your name.',
  },
  otherEmail: { title: 'Same address', text: 'This is the address you have now.' },
  password: { title: 'Password Required', text: 'Please enter your password.' },
  newPassword: { title: 'Password too short', text: 'Please use at least 8 characters.' },
  code: { title: 'Code Required', text: 'Please enter the six digits.' },
} satisfies Record<string, ProblemText>

export type EntryProblem = keyof typeof ENTRY_TEXTS

/** The words for a refused entry: a check of ours names them by their key, a refusal of the server brings its own. */
export function entryProblemText(
  { type, message = '' }: { type?: unknown; message?: string | undefined },
  ownTexts: Record<string, ProblemText> = {},
): ProblemText {
  const texts: Record<string, ProblemText | undefined> = { ...ENTRY_TEXTS, ...ownTexts }
  return texts[message] ?? { title: String(type), text: message }
}
