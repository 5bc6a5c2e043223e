import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { accountProblemText } from '../../lib/account-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import type { MailKind, Outcome } from './accounts.ts'
import { MailRequest } from './mail-request.tsx'
import { useAuth } from './use-auth.ts'

const WORDS: Record<MailKind, { text: string; button: string; busy: string; spent: string }> = {
  signup: {
    text: 'One tap and your account is ready.',
    button: 'Confirm my account',
    busy: 'Confirming',
    spent:
      'It was used before, or it is too old. If your account is already confirmed, log in. If not, we’ll email you a new link.',
  },
  recovery: {
    text: 'One tap and you can set a new password.',
    button: 'Choose a new password',
    busy: 'Checking',
    spent: 'It was used before, or it is too old. We’ll email you a new one.',
  },
  magiclink: {
    text: 'One tap and you are logged in.',
    button: 'Login',
    busy: 'Logging in',
    spent:
      'It was used before, or it is too old. We can email you a new one, or you can log in with your password.',
  },
  email_change: {
    text: 'One tap to confirm this address.',
    button: 'Confirm this address',
    busy: 'Confirming',
    spent: 'It was used before, or it is too old. Your account page shows the address it has now.',
  },
}

type FollowLinkProps = {
  kind: MailKind
  token: string
  /** The link has done what it can do once. */
  onUsed: () => void
  /** The visitor is signed in now, by the link or by the code of a mail that came in its place. */
  onVerified: (outcome: Outcome) => void
  /** The link was used before, or is too old. */
  onSpent: () => void
}

/** Only the button follows the link: a mail program that merely opens every link does nothing. */
export function FollowLink({ kind, token, onUsed, onVerified, onSpent }: FollowLinkProps) {
  const { accounts } = useAuth()
  const [isOver, setOver] = useState(false)
  const { isBusy, problem, run } = useAction(async () => {
    try {
      const outcome = await (await accounts()).followLink(token, kind)
      onUsed()
      onVerified(outcome)
    } catch (error) {
      if (!isSpent(error)) throw error
      setOver(true)
      onUsed()
      onSpent()
    }
  }, accountProblemText)

  if (isOver) return <SpentLink kind={kind} onVerified={onVerified} />
  return (
    <div className="grid gap-6">
      <p className="lede">{WORDS[kind].text}</p>
      <FormProblem problem={problem} />
      <Button wide busy={isBusy} onClick={run}>
        {isBusy ? WORDS[kind].busy : WORDS[kind].button}
      </Button>
    </div>
  )
}

/** A link that was refused stays so; there is always a way on. */
function SpentLink({ kind, onVerified }: Pick<FollowLinkProps, 'kind' | 'onVerified'>) {
  return (
    <div className="grid gap-6">
      <p className="text-ink-2">{WORDS[kind].spent}</p>
      {kind !== 'recovery' && (
        <ButtonLink
          quiet
          small
          className="justify-self-start"
          to={kind === 'email_change' ? '/account' : '/auth'}
        >
          {kind === 'email_change' ? 'Your account' : 'Login'}
        </ButtonLink>
      )}
      {kind !== 'email_change' && <MailRequest kind={kind} onVerified={onVerified} />}
    </div>
  )
}

function isSpent(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403, 404, 410, 422].includes(error.status)
}
