import { toSought } from '@walkon/contracts/http/desk'

/** The keys by which the desk finds a visitor, as staff read them. The last digits of a number are for admins, because several visitors can have them. */
export const keyWords = (isAdmin: boolean): string =>
  `an email address or four characters of it, a phone number${isAdmin ? ' or its last four digits' : ''}, the number of an order, the reference at the foot of a mail, or an id of an order, payment, pass, alert or message`

/** True for a line that only an admin may look up. */
export const isForAdmins = (text: string): boolean => toSought(text)?.kind === 'last-digits'
