import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import type { ProblemText } from './form-texts.ts'
import { useAction } from './use-action.ts'

type ConfirmDialogProps = {
  /** The question, as "Retire SUMMER?". */
  title: string
  /** The consequences of the action. */
  children: ReactNode
  /** The words of the two buttons, and of the first one while it works. */
  words: { action: string; busy: string; keep: string }
  /** True if all that the action needs is entered; true if not given. */
  isReady?: boolean
  /** Returns true if the entries can be sent; says itself at the field which cannot. */
  checkEntries?: () => boolean
  /** Rejects where it failed: the dialog stays and says why. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  wordsOf?: (error: unknown) => ProblemText
}

/** A question before what cannot be taken back, answered by its button or the Enter key. Drawn inside of the list or section that it is about, which gets the focus when the asking button is gone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, words, isReady = true, checkEntries, onConfirm, onClose, wordsOf } = props
  const { isBusy, problem, run } = useAction(async () => {
    await onConfirm()
    onClose()
  }, wordsOf)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (checkEntries?.() ?? true) run()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {children}
        <FormProblem problem={problem} />
        <div className="flex flex-wrap gap-3 wrap-anywhere">
          <Button type="submit" busy={isBusy} disabled={!isReady}>
            {isBusy ? words.busy : words.action}
          </Button>
          <Button quiet onClick={onClose}>
            {words.keep}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
