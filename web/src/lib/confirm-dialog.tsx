import type { ReactNode } from 'react'
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
  /** Rejects where it failed: the dialog stays and says why. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  wordsOf?: (error: unknown) => ProblemText
}

/** A question before what cannot be taken back. Drawn inside of the list or section that it is about, which gets the focus when the asking button is gone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, words, isReady = true, onConfirm, onClose, wordsOf } = props
  const { isBusy, problem, run } = useAction(async () => {
    await onConfirm()
    onClose()
  }, wordsOf)
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FormProblem problem={problem} />
      <div className="flex flex-wrap gap-3 wrap-anywhere">
        <Button busy={isBusy} disabled={!isReady} onClick={run}>
          {isBusy ? words.busy : words.action}
        </Button>
        <Button quiet onClick={onClose}>
          {words.keep}
        </Button>
      </div>
    </Dialog>
  )
}
