import { type FieldValues, type Path } from 'react-hook-form'
import { enum as oneOf, regex, string, trim } from 'zod/mini'
import { SelectField, TextField } from '../ui/field.tsx'
import { ApiError } from './api.ts'
import type { EntryField } from './entry-form.ts'
import type { ProblemText } from './form-texts.ts'

/** The entries of a code that is made: a form of its own, and the acceptance of an affiliate. */

const PERCENT = /^([1-9]\d?|100)$/

export const isPercent = (entered: string): boolean => PERCENT.test(entered)

export const newCodeEntries = {
  code: string().check(trim(), regex(/^[a-z0-9](-?[a-z0-9]){1,39}$/i, { error: 'code' })),
  channel: oneOf(['email', 'sms']),
}

export const percentEntry = string().check(trim(), regex(PERCENT, { error: 'percent' }))

export const NEW_CODE_TEXTS = {
  code: {
    title: 'Code required',
    text: 'Use two or more letters and digits, with single hyphens between them.',
  },
  percent: { title: 'Percent required', text: 'Enter a whole number from 1 to 100.' },
} satisfies Record<string, ProblemText>

const CODE_TAKEN = {
  title: 'Code taken',
  text: 'There is or was a code of this name. Choose another one.',
}

/** The words of the one refusal that both forms know; null for another failure. */
export const codeTakenText = (failure: unknown): ProblemText | null =>
  failure instanceof ApiError && failure.code === 'promo-code-exists' ? CODE_TAKEN : null

type EntriesProps<Values extends FieldValues> = { field: EntryField<Values> }

export const CodeAndChannel = <Values extends FieldValues & { code: string; channel: string }>({
  field,
}: EntriesProps<Values>) => (
  <>
    <TextField
      {...field('code' as Path<Values>)}
      label="Code"
      hint="letters, digits and hyphens"
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
    />
    <SelectField {...field('channel' as Path<Values>)} label="Alerts" defaultValue="email">
      <option value="email">Email</option>
      <option value="sms">SMS</option>
    </SelectField>
  </>
)

export const PercentField = <Values extends FieldValues & { percent: string }>({
  field,
  defaultValue,
}: EntriesProps<Values> & { defaultValue?: string }) => (
  <TextField
    {...field('percent' as Path<Values>)}
    label="Percent off"
    hint="1 to 100"
    inputMode="numeric"
    maxLength={3}
    defaultValue={defaultValue}
  />
)
