/** An account owner's proof that the session is still theirs. `nonce` is the code of a mail. */
export type OwnerProof = { currentPassword: string } | { nonce: string }
