import type { FormEvent, ReactNode } from 'react'
import type { ProblemText } from './form-texts.ts'
import { QuestionDialog, type Question } from './question-dialog.tsx'
import { useAction } from './use-action.ts'

type ConfirmDialogProps = Question & {
  /** The consequences of the action. */
  children: ReactNode
  /** Rejects where it failed: the dialog stays and says why. */
  onConfirm: () => Promise<unknown>
  wordsOf?: (error: unknown) => ProblemText
}

/** A question before what cannot be taken back, answered by its button or the Enter key. One that needs entries is an `EntryDialog`. Drawn inside of the list or section that it is about, which gets the focus when the asking button is gone. */
export function ConfirmDialog({ children, onConfirm, wordsOf, ...question }: ConfirmDialogProps) {
  const { isBusy, problem, run } = useAction(async () => {
    await onConfirm()
    question.onClose()
  }, wordsOf)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <QuestionDialog {...question} form={{ onSubmit }} isBusy={isBusy} problem={problem}>
      {children}
    </QuestionDialog>
  )
}
