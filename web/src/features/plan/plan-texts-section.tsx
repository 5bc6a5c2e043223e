import type { PlanTexts } from '@walkon/contracts/http/plan-texts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import type { Caller } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { PlanNumberForm } from './plan-number-form.tsx'
import { planTextsQuery, useNumbersAgain, usePlanTextCalls } from './text-queries.ts'
import { countWords, placeWords, planTextProblem } from './text-words.ts'

/** The texts of a plan that covers now: the number that they go to, and how many are left. */
export function PlanTextsSection({ caller }: { caller: Caller }) {
  const { data: texts, isPending, isFetching, refetch } = useQuery(planTextsQuery(caller))
  useNumbersAgain(caller, texts)
  // If texts are off, there is nothing to choose.
  if (texts && !texts.isOffered) return null
  const isStarting = texts && !texts.isCovered
  return (
    <Section
      title="Text alerts"
      text={`Your plan’s alerts on your phone, in place of email${texts ? `: ${texts.textsPerMonth} texts a month` : ''}.`}
    >
      {isPending && <Loading label="Loading your text alerts" className="h-30! rounded-card!" />}
      {isStarting && <p role="status">Your texts are being set up. This page updates by itself.</p>}
      {!isPending && !texts && (
        <Failure
          title="Error loading your text alerts"
          heading="strong"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {texts && !isStarting && <Texts caller={caller} texts={texts} />}
    </Section>
  )
}

function Texts({ caller, texts }: { caller: Caller; texts: PlanTexts }) {
  const [isChanging, setChanging] = useState(false)
  const state = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone then.
  const say = () => state.current?.focus()
  const close = () => {
    setChanging(false)
    say()
  }
  const { number } = texts
  return (
    <>
      <div>
        <p ref={state} tabIndex={-1} role="status">
          {placeWords(texts)}
        </p>
        {number?.state === 'confirmed' && <p className="text-14 text-ink-2">{countWords(texts)}</p>}
      </div>
      {!number || isChanging ? (
        <PlanNumberForm
          caller={caller}
          isFocused={isChanging}
          onChosen={close}
          {...(isChanging && { onCancel: close })}
        />
      ) : (
        <NumberActions caller={caller} number={number} onChange={() => setChanging(true)} state={state} />
      )}
    </>
  )
}

type NumberActionsProps = {
  caller: Caller
  number: NonNullable<PlanTexts['number']>
  onChange: () => void
  /** The element that gets the focus when the buttons are gone. */
  state: RefObject<HTMLParagraphElement | null>
}

function NumberActions({ caller, number, onChange, state }: NumberActionsProps) {
  const calls = usePlanTextCalls(caller)
  const [hasAsked, setHasAsked] = useState(false)
  const asking = useAction(async () => {
    setHasAsked(false)
    await calls.askAgain()
    setHasAsked(true)
  }, planTextProblem)
  const removing = useAction(async () => {
    await calls.remove()
    state.current?.focus()
  }, planTextProblem)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {number.state === 'waiting-for-yes' && (
          <Button quiet small busy={asking.isBusy} onClick={asking.run}>
            Send the question again
          </Button>
        )}
        <Button quiet small onClick={onChange}>
          Use another number
        </Button>
        <Button quiet small busy={removing.isBusy} onClick={removing.run}>
          Remove the number
        </Button>
      </div>
      <p aria-live="polite" className="text-14 empty:hidden">
        {hasAsked && number.state === 'waiting-for-yes' && 'We texted you again. Answer YES on your phone.'}
      </p>
      <FormProblem problem={asking.problem ?? removing.problem} />
    </>
  )
}
