import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Shape } from '../../ui/shape.tsx'
import type { Act } from './act.ts'
import { useAskedAct, type ActOffer } from './asked-act.tsx'
import { CodeForm } from './code-form.tsx'
import type { Finding } from './finding.ts'
import { NOT_KNOWN } from './not-known.ts'
import { LikeliestAnswers } from './likeliest-answers.tsx'
import type { Day } from './use-day.ts'
import type { Visitor } from './visitor.ts'
import { WhyForm } from './why-form.tsx'

type LikelyQuestionsProps = {
  /** True if all that tells of alerts has answered: without one of them an answer would say that nothing came. */
  isWhole: boolean
  day: Day
  visitor: Visitor
  findings: Finding[]
  acts: Act[]
  offer: ActOffer
  cooldownMinutes: number
  now: Date
}

/** More of them are not read: the rest is a click away. */
const SHOWN_AT_ONCE = 6

/** The visitor's likely questions, answered in words from the rows of the time line, each with the act that puts it right. */
export function LikelyQuestions({
  isWhole,
  day,
  visitor,
  findings,
  acts,
  offer,
  cooldownMinutes,
  now,
}: LikelyQuestionsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { ask, dialog } = useAskedAct(offer)
  const shown = showsAll ? findings : findings.slice(0, SHOWN_AT_ONCE)
  return (
    <section aria-labelledby="questions" className="grid gap-4">
      <h3 id="questions" className="text-22! leading-7!">
        Likely questions
      </h3>
      {isWhole && <LikeliestAnswers visitor={visitor} day={day} now={now} />}
      {findings.length > 0 && (
        <ul aria-label="Answers" className="grid gap-2">
          {shown.map((finding, index) => (
            <Answer
              key={`${finding.asked} ${index}`}
              finding={finding}
              act={acts.find(({ name }) => name === finding.actName)}
              onAsk={ask}
            />
          ))}
        </ul>
      )}
      {findings.length > shown.length && (
        <Button quiet small className="justify-self-start print:hidden" onClick={() => setShowsAll(true)}>
          Show {findings.length - shown.length} more answers
        </Button>
      )}
      {isWhole ? (
        <WhyForm visitor={visitor} cooldownMinutes={cooldownMinutes} now={now} />
      ) : (
        <p>Why nothing came is {NOT_KNOWN}.</p>
      )}
      <CodeForm visitor={visitor} />
      {dialog}
    </section>
  )
}

type AnswerProps = { finding: Finding; act: Act | undefined; onAsk: (act: Act) => void }

const Answer = ({ finding: { asked, answer }, act, onAsk }: AnswerProps) => (
  <li className="flex gap-2">
    <Shape name={act ? 'moderate' : 'none'} className="mt-2 flex-none [--size:10px]" />
    <div className="grid min-w-0 justify-items-start gap-1">
      <p className="wrap-anywhere">
        <b>“{asked}”</b> {answer}
      </p>
      {act && (
        <Button
          quiet
          small
          className="print:hidden"
          aria-label={`Put right: ${act.name}`}
          onClick={() => onAsk(act)}
        >
          {act.name}
        </Button>
      )}
    </div>
  </li>
)
