import { useState } from 'react'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { MailedCodeProof } from './mailed-code-proof.tsx'
import { PasswordProof } from './password-proof.tsx'

type ProofFormProps = {
  email: string
  hasPassword: boolean
  onSendCode: () => Promise<void>
  onProof: (proof: OwnerProof) => Promise<void>
  onCancel: () => void
}

/** Asks for the current password, or for a mailed code where the account has none or the owner prefers it. */
export function ProofForm({ hasPassword, onProof, onSendCode, ...form }: ProofFormProps) {
  const [byMail, setByMail] = useState(!hasPassword)
  if (byMail) return <MailedCodeProof {...form} onSendCode={onSendCode} onProof={onProof} />
  return (
    <PasswordProof
      {...form}
      onPassword={(currentPassword) => onProof({ currentPassword })}
      onCodeWanted={() => setByMail(true)}
    />
  )
}
