import { useState } from 'react'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { MailedCodeProof } from './mailed-code-proof.tsx'
import { PasswordProof } from './password-proof.tsx'
import { RECENT_LOGIN, type ProofWords } from './proof-words.ts'

type ProofFormProps = {
  email: string
  hasPassword: boolean
  words?: ProofWords
  onSendCode: () => Promise<void>
  onProof: (proof: OwnerProof) => Promise<void>
  onCancel: () => void
}

/** Asks for the current password, or for a mailed code where the account has none or the owner prefers it. */
export function ProofForm({
  hasPassword,
  onProof,
  onSendCode,
  words = RECENT_LOGIN,
  ...form
}: ProofFormProps) {
  const [byMail, setByMail] = useState(!hasPassword)
  if (byMail) return <MailedCodeProof {...form} words={words} onSendCode={onSendCode} onProof={onProof} />
  return (
    <PasswordProof
      {...form}
      words={words}
      onPassword={(currentPassword) => onProof({ currentPassword })}
      onCodeWanted={() => setByMail(true)}
    />
  )
}
