/**
 * The names of offers that this installation does without (libs/contracts/src/offers.ts), and the addresses of their pages. The gateway
 * writes them into each page, so that the first drawing knows them.
 */
export const missing = new Set(globalThis.document?.documentElement.dataset['without']?.split(' '))

/** True for the name of an offer, or the address of a page, that this installation has. */
export const isOffered = (name: string): boolean => !missing.has(name)

/** Whom words are for: visitors who pay for passes, or those of an installation where passes are free. */
export type Audience = 'payers' | 'guests'

export const isShown = ({ for: audience }: { for?: Audience | undefined }): boolean =>
  audience === undefined || isOffered('payments') === (audience === 'payers')
