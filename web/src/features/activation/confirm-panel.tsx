import type { ConfirmedActivation } from '@walkon/contracts/http/billing'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dayLabel } from '../../lib/park-time.ts'
import { confirmationProblem } from '../../lib/problem-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Shape } from '../../ui/shape.tsx'
import { confirmActivation } from './queries.ts'

type ConfirmPanelProps = { token: string; onUsed: () => void }

/** The button is what confirms: a mail program that merely opens every link starts nothing. */
export function ConfirmPanel({ token, onUsed }: ConfirmPanelProps) {
  const isUnderWay = useRef(false)
  const confirmation = useMutation({
    mutationFn: confirmActivation,
    onSuccess: onUsed,
    onSettled: () => {
      isUnderWay.current = false
    },
  })

  function confirm(): void {
    if (isUnderWay.current) return
    isUnderWay.current = true
    confirmation.mutate(token)
  }

  if (confirmation.isSuccess) return <Confirmed {...confirmation.data} />
  const problem = confirmation.error && confirmationProblem(confirmation.error)
  const mayConfirm = problem === null || problem.way === null
  return (
    <div className="grid max-w-140 gap-6">
      {mayConfirm && <p className="lede">One press, and we start watching the rides for you.</p>}
      {problem && <ConfirmProblem {...problem} />}
      {mayConfirm && (
        <Button wide busy={confirmation.isPending} onClick={confirm}>
          {confirmation.isPending ? 'Starting' : 'Start my alerts'}
        </Button>
      )}
    </div>
  )
}

/** It takes the focus, so that it is read out. */
function Confirmed({ parkId, parkName, dates }: ConfirmedActivation) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="ticket max-w-140" aria-labelledby="confirmed">
      <div className="ticket__part">
        <div className="ticket__head">
          <h2 id="confirmed" ref={heading} tabIndex={-1} className="ticket__title focus-visible:outline-none">
            Your alerts are on
          </h2>
          <Shape name="walk" className="[--size:32px]" />
        </div>
        <p className="font-bold">
          {parkName}
          <span className="block font-normal text-ink-2">{dates.map(dayLabel).join(', ')}</span>
        </p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        <p>
          Put the phone away. A mail comes the minute a ride is short, and has a link to choose your rides and
          limits.
        </p>
        <ButtonLink to={`/live-wait-times?park=${parkId}`}>See its board now</ButtonLink>
      </div>
    </section>
  )
}

/** A link that is wrong or old, days that are over and a code that is refused stay so: the form is the way on. */
function ConfirmProblem({ title, text, way }: ReturnType<typeof confirmationProblem>) {
  return (
    <Panel kind="error" title={title} heading="h2">
      <p className="text-ink-2">{text}</p>
      {way && (
        <ButtonLink quiet small to="/">
          {way}
        </ButtonLink>
      )}
    </Panel>
  )
}
