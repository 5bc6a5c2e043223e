import type { Letter } from '@walkon/contracts/letter'
import { toAccountLetter } from './account-letter.ts'

/** The code by which a number signs in. It goes by text alone; its words as a mail exist because every letter has them. */
export const toTextCodeLetter = (code: string, expiresAt: Date): Letter =>
  toAccountLetter('text-sign-in', {
    subject: 'Log in to Walkon',
    preheader: 'The code you asked for by text.',
    heading: 'Log in to Walkon',
    paragraphs: ['Someone asked to log in to your Walkon account by text.'],
    code: {
      ask: 'If it was you, enter this code where you asked for it:',
      value: code,
      worksUntil: expiresAt.toISOString(),
    },
    closing: 'If it was not you, never share the code. Without it nobody logs in.',
    reason: 'You’re getting this because someone asked for a code to log in.',
    shortText: 'Enter it to log in, and never share it. Not you? Do nothing.',
  })
