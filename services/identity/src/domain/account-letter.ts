import type { Letter } from '@walkon/contracts/letter'

/** The words of a letter about an account. No person typed any of them: everyone who knows an address could write in it. */
export type AccountWords = Required<
  Pick<Letter, 'preheader' | 'heading' | 'closing' | 'reason' | 'shortText'>
> &
  Pick<Letter, 'subject' | 'paragraphs' | 'action' | 'code' | 'further'>

/** It answers a step that was just taken, or guards the account, so it also goes to an address that left the alerts. */
export const toAccountLetter = (name: string, words: AccountWords): Letter => ({
  kind: 'letter',
  name,
  about: ['Your account'],
  ...words,
})

export const NEW_PASSWORD = { label: 'Choose a new password', path: '/auth/forgot' }
