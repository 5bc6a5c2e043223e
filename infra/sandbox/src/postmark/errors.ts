/** A refusal in Postmark's words: its own code in the body, and what HTTP says of it. */
export class PostmarkError extends Error {
  readonly code: number
  readonly status: number

  constructor(code: number, message: string, status = 422) {
    super(message)
    this.code = code
    this.status = status
  }

  toBody() {
    return { ErrorCode: this.code, Message: this.message }
  }
}

export const invalidRequest = (message: string) => new PostmarkError(300, message)

/** The texts differ between a single message and one of a batch, and clients read the addresses out of them. */
export function inactiveRecipients(addresses: string[], inBatch: boolean): PostmarkError {
  const whom = inBatch ? 'a recipient that has' : 'recipient(s) that have'
  return new PostmarkError(
    406,
    `You tried to send to ${whom} been marked as inactive. Found inactive addresses: ${addresses.join(', ')}. ` +
      'Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.',
  )
}
