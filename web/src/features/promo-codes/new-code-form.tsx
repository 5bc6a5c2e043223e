import { useState } from 'react'
import { useEntryForm, type EntryField } from '../../lib/entry-form.ts'
import { CodeAndChannel, PercentField } from '../../lib/new-code-entries.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { creationProblem, ENTRY_TEXTS, newCodeForm, toNewCode, type Entries } from './new-code.ts'
import type { NewPromoCode } from '@walkon/contracts/http/promo-codes'

type NewCodeFormProps = { onCreate: (code: NewPromoCode) => Promise<unknown> }

/** A new promo code. It is never changed afterwards, so the form says what it will do. */
export function NewCodeForm({ onCreate }: NewCodeFormProps) {
  const [kind, setKind] = useState('percentage')
  const { form, field, failure, isBusy, clear } = useEntryForm<Entries>({
    schema: newCodeForm,
    send: async (entered) => {
      await onCreate(toNewCode(entered))
      clear()
      setKind('percentage')
    },
    fieldOfCode: { 'promo-code-exists': 'code' },
    toText: creationProblem,
    entryTexts: ENTRY_TEXTS,
  })
  return (
    <form {...form} aria-label="New code" className="grid gap-3">
      <CodeAndChannel field={field} />
      <TakesOff field={field} kind={kind} onChoose={setKind} />
      <Limits field={field} />
      <FormProblem problem={failure} />
      <Button type="submit" busy={isBusy} className="justify-self-start">
        {isBusy ? 'Creating' : 'Create code'}
      </Button>
    </form>
  )
}

type PartProps = { field: EntryField<Entries> }

function TakesOff({ field, kind, onChoose }: PartProps & { kind: string; onChoose: (kind: string) => void }) {
  const { onChange: onKindChange, ...kindField } = field('kind')
  return (
    <>
      <SelectField
        {...kindField}
        label="Takes off"
        defaultValue="percentage"
        onChange={(event) => {
          onChoose(event.target.value)
          void onKindChange(event)
        }}
      >
        <option value="percentage">A percentage of the order</option>
        <option value="one-day">One day</option>
        <option value="all-days">All days</option>
      </SelectField>
      <div hidden={kind !== 'percentage'}>
        <PercentField field={field} />
      </div>
    </>
  )
}

const Limits = ({ field }: PartProps) => (
  <>
    <TextField
      {...field('maxRedemptions')}
      label="Uses in all"
      hint="empty: no limit"
      inputMode="numeric"
      maxLength={9}
    />
    <TextField
      {...field('maxRedemptionsPerEmail')}
      label="Uses per email address"
      hint="empty: no limit"
      inputMode="numeric"
      maxLength={9}
    />
    <TextField {...field('lastDay')} label="Last day" hint="optional, to its end where you are" type="date" />
  </>
)
