import { Button } from '../ui/button.tsx'

type NotAnsweredProps = {
  /** The parts that are missing, as staff know them. */
  parts: string[]
  busy: boolean
  onRetry: () => void
}

/** Names the services that a page of staff is shown without, and tries them again. Empty if all have answered. */
export const NotAnswered = ({ parts, busy, onRetry }: NotAnsweredProps) =>
  parts.length > 0 && (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>Not shown, because these did not answer: {parts.join(', ')}.</span>
      <Button quiet small busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
