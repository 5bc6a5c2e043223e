import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import type { ProblemText } from './form-texts.ts'

export type Question = {
  /** The question, as "Retire SUMMER?". */
  title: string
  /** The words of the two buttons, and of the first one while it works. */
  words: { action: string; busy: string; keep: string }
  onClose: () => void
}

type QuestionDialogProps = Question & {
  form: ComponentProps<'form'>
  isBusy: boolean
  /** False as long as the answer cannot be given. */
  isReady?: boolean
  problem: ProblemText | null
  children: ReactNode
}

/** The look of a question: its contents, the problem of the last try, and the two buttons. */
export const QuestionDialog = (props: QuestionDialogProps) => {
  const { title, words, onClose, form, isBusy, isReady = true, problem, children } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <form {...form} className="grid gap-4">
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
