import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Shape } from '../../ui/shape.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Likeliest } from './finding.ts'
import { listLikeliest } from './likeliest.ts'
import type { Day } from './use-day.ts'
import type { Visitor } from './visitor.ts'

type LikeliestAnswersProps = { visitor: Visitor; day: Day; now: Date }

/** The three likeliest questions, answered when the page opens: the longest silence and the newest hold of the day, and the guarantee. */
export function LikeliestAnswers({ visitor, day, now }: LikeliestAnswersProps) {
  const { lanes, subscription, isLoading } = day
  const answers = useMemo(
    () => (isLoading ? [] : listLikeliest(visitor, { lanes, subscription }, now)),
    [visitor, lanes, subscription, isLoading, now],
  )
  if (isLoading) return <Loading label="Reading the waits of the day" className="h-54" />
  if (answers.length === 0) return null
  return (
    <ol aria-label="Likeliest answers" className="border-t border-line-strong">
      {answers.map((answer) => (
        <Answer key={answer.label} {...answer} />
      ))}
    </ol>
  )
}

function Answer({ figure, unit, label, shape, asked, answer }: Likeliest) {
  const show = useToast()
  const copy = () =>
    navigator.clipboard.writeText(answer).then(
      () => show({ title: 'Copied', text: answer }),
      () => show({ title: 'Not copied', text: 'The browser did not allow it.', kind: 'error' }),
    )
  return (
    <li className="grid min-h-18 items-center gap-x-4 gap-y-1 border-b border-line py-2 md:grid-cols-[136px_minmax(0,1fr)_auto]">
      <span className="flex flex-wrap items-baseline gap-x-3 md:block">
        <span className="num block text-28">
          {figure} <small className="text-14 font-normal">{unit}</small>
        </span>
        <span className="flex items-center gap-1.5 text-14 text-ink-2">
          <Shape name={shape} className="[--size:12px]" /> {label}
        </span>
      </span>
      <div className="min-w-0 text-14 wrap-anywhere">
        <h4 className="text-16! leading-5! font-bold">“{asked}”</h4>
        <p className="max-w-[76ch] text-pretty">{answer}</p>
      </div>
      <Button
        quiet
        small
        className="justify-self-start print:hidden"
        aria-label={`Copy: ${label}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </li>
  )
}
