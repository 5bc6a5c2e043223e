import type { Outcome } from './accounts.ts'
import { CheckCode } from './check-code.tsx'
import { MAILS, type AskedMail } from './mail-kinds.ts'
import { useAuth } from './use-auth.ts'

type CheckMailProps = {
  kind: AskedMail
  email: string
  /** The code was right. */
  onVerified: (outcome: Outcome) => void
  onBack: () => void
}

/** A mail has gone out: its link works anywhere, its code works here. */
export function CheckMail({ kind, email, onVerified, onBack }: CheckMailProps) {
  const { accounts } = useAuth()
  const { title, text, send } = MAILS[kind]
  return (
    <CheckCode
      title={title}
      text={text}
      to={email}
      hint="six digits, from the email"
      trouble="Nothing after a minute? Check your spam folder, or resend it."
      backButton="Use another address"
      onCode={async (code) => onVerified(await (await accounts()).enterCode(email, code, kind))}
      onSendAgain={async () => send(await accounts(), email)}
      onBack={onBack}
    />
  )
}
