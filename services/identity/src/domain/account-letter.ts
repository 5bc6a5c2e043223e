import type { Letter } from '@walkon/contracts/letter'

/** The words of a letter about an account. None of them is user input, because a stranger could ask for the letter. */
export type AccountWords = Required<
  Pick<Letter, 'preheader' | 'heading' | 'closing' | 'reason' | 'shortText'>
> &
  Pick<Letter, 'subject' | 'paragraphs' | 'action' | 'code' | 'further'>

/** Account letters are transactional, so they also go to an address that unsubscribed from the alerts. */
export const toAccountLetter = (name: string, words: AccountWords): Letter => ({
  kind: 'letter',
  name,
  about: ['Your account'],
  ...words,
})

/** A contact, because the site cannot undo a changed address, second factor or role. */
export const TELL_US = { label: 'Tell us', path: '/contact' }

export const NEW_PASSWORD = { label: 'Choose a new password', path: '/auth/forgot' }
