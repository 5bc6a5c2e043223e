import { codeForm } from './entries.ts'
import { useAccountForm } from './account-form.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormProblem } from '../ui/form-problem.tsx'

type CodeFormProps = {
  label: string
  hint?: string
  button: string
  busyButton: string
  quiet?: boolean
  onCode: (code: string) => Promise<unknown>
}

/** Six digits, from a mail or from an authenticator app. */
export function CodeForm({ label, hint, button, busyButton, quiet = false, onCode }: CodeFormProps) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: codeForm,
    send: ({ code }) => onCode(code),
    fieldOfCode: {
      otp_expired: 'code',
      mfa_verification_failed: 'code',
      mfa_verification_rejected: 'code',
      mfa_challenge_expired: 'code',
    },
  })
  return (
    <form {...form} className="grid gap-4">
      <TextField
        {...field('code')}
        label={label}
        {...(hint !== undefined && { hint })}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <FormProblem problem={failure} />
      <Button type="submit" quiet={quiet} busy={isBusy}>
        {isBusy ? busyButton : button}
      </Button>
    </form>
  )
}
