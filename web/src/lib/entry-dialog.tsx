import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useEntryForm, type EntryField, type FormRules } from './entry-form.ts'
import { QuestionDialog, type Question } from './question-dialog.tsx'

type EntryDialogProps<Values extends FieldValues> = Question &
  FormRules<Values> & {
    /** False as long as the entries do not allow the answer. */
    isReady?: boolean
    /** Called after each change of an entry. */
    onEntered?: (entered: FormData) => void
    children: (field: EntryField<Values>) => ReactNode
  }

/** A question that needs entries: those that cannot be sent say so at their fields. It closes when they are sent. */
export function EntryDialog<Values extends FieldValues>(props: EntryDialogProps<Values>) {
  const { title, words, onClose, isReady = true, onEntered, children, ...rules } = props
  const { form, field, failure, isBusy } = useEntryForm<Values>({
    ...rules,
    send: async (values) => {
      await rules.send(values)
      onClose()
    },
  })
  return (
    <QuestionDialog
      title={title}
      words={words}
      onClose={onClose}
      form={{ ...form, onChange: ({ currentTarget }) => onEntered?.(new FormData(currentTarget)) }}
      isBusy={isBusy}
      isReady={isReady}
      problem={failure}
    >
      {children(field)}
    </QuestionDialog>
  )
}
