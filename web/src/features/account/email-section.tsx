import { object } from 'zod/mini'
import { otherEmailEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Section } from '../../ui/section.tsx'

type EmailSectionProps = {
  email: string
  /** The new address, while a change waits for its two confirmations. */
  newEmail: string | null
  onChange: (email: string) => Promise<unknown>
}

export function EmailSection({ email, newEmail, onChange }: EmailSectionProps) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: object({ email: otherEmailEntry(email) }),
    send: (entered) => onChange(entered.email),
    fieldOfCode: { validation_failed: 'email' },
  })
  return (
    <Section
      title="Email"
      text="Your login, and the address whose alerts you see. A change needs a confirmation from both addresses. Your passes, alerts and their history come along, and the links in earlier emails stop working."
      value={
        <>
          {email}
          {newEmail && (
            <small className="block text-14">Tap the links at both addresses to move to {newEmail}</small>
          )}
        </>
      }
    >
      <div aria-live="polite" className="grid gap-4">
        <p className="wrap-anywhere">
          Now <b>{email}</b>
        </p>
        {newEmail && (
          <p className="border-l-8 border-line-strong pl-4 wrap-anywhere">
            <b>Waiting for {newEmail}.</b> We emailed both addresses. Please open the link in each email.
          </p>
        )}
      </div>
      <form {...form} className="grid gap-4">
        <TextField
          {...field('email')}
          label="New email"
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <FormProblem problem={failure} />
        <Button type="submit" busy={isBusy} className="justify-self-start">
          {isBusy ? 'Sending' : 'Change email'}
        </Button>
      </form>
    </Section>
  )
}
