import { object } from 'zod/mini'
import { displayNameEntry, nameEntry } from '../../lib/entries.ts'
import { useAccountForm } from '../../lib/account-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Section } from '../../ui/section.tsx'

const MAX_FULL_NAME_LENGTH = 100
const MAX_DISPLAY_NAME_LENGTH = 40

const NAMES = object({ fullName: nameEntry('name'), displayName: displayNameEntry() })

type Names = { fullName: string; displayName: string }

type NamesSectionProps = Names & { onSave: (names: Names) => Promise<void> }

export function NamesSection({ fullName, displayName, onSave }: NamesSectionProps) {
  const { form, field, failure, isBusy } = useAccountForm({
    schema: NAMES,
    send: onSave,
  })
  return (
    <Section
      title="Name"
      text="Your name is for us. Reviews show the display name, or “Anonymous” without one."
      value={
        <>
          {fullName}
          <small className="block text-14 text-ink-2">Reviews say {displayName || 'Anonymous'}</small>
        </>
      }
    >
      <form {...form} className="grid gap-4">
        <TextField
          {...field('fullName')}
          label="Full name"
          autoComplete="name"
          maxLength={MAX_FULL_NAME_LENGTH}
          defaultValue={fullName}
        />
        <TextField
          {...field('displayName')}
          label="Display name"
          hint="for reviews"
          autoComplete="nickname"
          maxLength={MAX_DISPLAY_NAME_LENGTH}
          defaultValue={displayName}
        />
        <FormProblem problem={failure} />
        <Button type="submit" busy={isBusy} className="justify-self-start">
          {isBusy ? 'Saving' : 'Save names'}
        </Button>
      </form>
    </Section>
  )
}
