import { object } from 'zod/mini'
import { passwordEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { UsernameForManagers } from '../../ui/username-for-managers.tsx'
import type { ProofWords } from './proof-words.ts'

const PROOF = object({ currentPassword: passwordEntry() })

type PasswordProofProps = {
  words: ProofWords
  email: string
  onPassword: (currentPassword: string) => Promise<void>
  onCodeWanted: () => void
  onCancel: () => void
}

export function PasswordProof({ words, email, onPassword, onCodeWanted, onCancel }: PasswordProofProps) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: PROOF,
    send: (entered) => onPassword(entered.currentPassword),
    fieldOfCode: {
      reauthentication_not_valid: 'currentPassword',
      'reauthentication-failed': 'currentPassword',
    },
  })
  return (
    <form {...form} className="grid gap-4">
      {words.reason !== null && <p>{words.reason}</p>}
      <UsernameForManagers email={email} />
      <div className="grid gap-1">
        <PasswordField
          {...field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          autoFocus
        />
        <button type="button" className="text-link justify-self-start" onClick={onCodeWanted}>
          Email me a code instead
        </button>
      </div>
      <FormProblem problem={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? words.busy : words.action}
        </Button>
        <Button quiet onClick={onCancel}>
          {words.keep}
        </Button>
      </div>
    </form>
  )
}
