import { object } from 'zod/mini'
import { phoneEntry } from '../../lib/entries.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import type { Caller } from '../../lib/api.ts'
import { CHECK_TEXTS } from '../../lib/check-texts.ts'
import { SmsConsent } from '../../lib/sms-consent.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { usePlanTextCalls } from './text-queries.ts'
import { planTextProblem } from './text-words.ts'

const NUMBER = object({ phone: phoneEntry() })

type PlanNumberFormProps = {
  caller: Caller
  /** The form has come in place of a button that had the focus. */
  isFocused: boolean
  onChosen: () => void
  onCancel?: () => void
}

/** The number for texts of the plan, with the words that the visitor agrees to above the button. */
export function PlanNumberForm({ caller, isFocused, onChosen, onCancel }: PlanNumberFormProps) {
  const { choose } = usePlanTextCalls(caller)
  const { form, field, failure, isBusy } = useEntryForm({
    schema: NUMBER,
    entryTexts: { phone: CHECK_TEXTS.phone },
    toText: planTextProblem,
    fieldOfCode: { 'phone-required': 'phone', 'phone-country': 'phone' },
    async send({ phone }) {
      await choose(phone)
      onChosen()
    },
  })
  return (
    <form {...form} className="grid gap-4">
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+1 407 555 0142"
        autoFocus={isFocused}
        {...field('phone')}
      />
      <SmsConsent />
      <FormProblem problem={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Text me alerts
        </Button>
        {onCancel && (
          <Button quiet onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
