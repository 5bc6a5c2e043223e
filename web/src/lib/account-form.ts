import type { FieldValues } from 'react-hook-form'
import { accountProblemText } from './account-texts.ts'
import { useEntryForm, type FormRules } from './entry-form.ts'

/** A form that identity answers: its refusals have the words of account-texts.ts. */
export const useAccountForm = <Values extends FieldValues>(rules: FormRules<Values>) =>
  useEntryForm({ toText: accountProblemText, ...rules })
