/** The purpose of a proof, in the words of its form. */
export type ProofWords = {
  /** Why a password is asked for, where the page does not say it. */
  reason: string | null
  action: string
  busy: string
  keep: string
}

/** Before a change that a session left open somewhere must not make. */
export const RECENT_LOGIN: ProofWords = {
  reason: 'You logged in a while ago. Please confirm it’s still you.',
  action: 'Continue',
  busy: 'Checking',
  keep: 'Cancel',
}
