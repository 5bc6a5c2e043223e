import type { EmailWay, NumberWay, Way } from '@walkon/contracts/http/ways'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { useWayAction, waysQuery } from './queries.ts'
import {
  isForSupport,
  REMEDIES,
  remedyOf,
  TEST_FAILED,
  testWords,
  wayProblem,
  wayWords,
  type Remedy,
} from './way-words.ts'

/** The places of alerts, if they arrive there, and the remedies if not. */
export function Ways({ caller }: { caller: Caller }) {
  const { data: ways, isPending, isFetching, refetch } = useQuery(waysQuery(caller))
  return (
    <Section title="Where your alerts go" text="See if alerts reach you. A test goes the same way.">
      {isPending && <Loading label="Loading where your alerts go" className="h-30! rounded-card!" />}
      {!isPending && !ways && (
        <Failure
          title="Error loading where your alerts go"
          heading="strong"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {ways && (
        <ul>
          <EmailRow caller={caller} way={ways.email} />
          {ways.numbers.map((way, index) => (
            // Two numbers of a visitor can end in the same digits.
            <NumberRow key={`${way.number} ${index}`} caller={caller} way={way} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const EmailRow = ({ caller, way }: { caller: Caller; way: EmailWay }) => (
  <Row caller={caller} name="Email" address={way.address} way={way} remedy={remedyOf(way)}>
    {way.state === 'ok' && <TestButton caller={caller} call="test-email" what="by email" />}
    {isForSupport(way) && (
      <a className="text-link" href="/contact">
        Ask us to fix it
      </a>
    )}
  </Row>
)

const NumberRow = ({ caller, way }: { caller: Caller; way: NumberWay }) => (
  <Row caller={caller} name="Text" address={way.number} way={way} remedy={remedyOf(way)}>
    {way.isTested && <TestButton caller={caller} call="test-sms" what="by text" />}
  </Row>
)

type RowProps = {
  caller: Caller
  name: string
  address: string
  way: Way
  /** The visitor's remedy for its state. */
  remedy: Remedy | null
  children: ReactNode
}

/** A screen reader hears the result of a test when it changes. It also hears the effect of a button that is gone. */
function Row({ caller, name, address, way, remedy, children }: RowProps) {
  const { isPending, isSuccess, variables: done, error, mutate } = useWayAction<Remedy>(caller)
  const test = testWords(way)
  const state = useRef<HTMLParagraphElement>(null)
  const isSolved = isSuccess && !remedy
  useEffect(() => {
    if (isSolved) state.current?.focus()
  }, [isSolved])
  return (
    <li className="grid gap-2 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div>
        <p className="wrap-anywhere">
          <span className="text-14 text-ink-2">{name} </span>
          <b className="font-display">{address}</b>
        </p>
        <p ref={state} tabIndex={-1} className="text-14 text-ink-2 focus-visible:outline-none">
          {wayWords(way)}
        </p>
      </div>
      {remedy && (
        <Button quiet small className="justify-self-start" busy={isPending} onClick={() => mutate(remedy)}>
          {REMEDIES[remedy].label}
        </Button>
      )}
      <p aria-live="polite" className="text-14 empty:hidden">
        {isSuccess && REMEDIES[done].done}
      </p>
      {error && <Refused problem={wayProblem(error)} />}
      {children}
      <p aria-live="polite" className={`text-14 empty:hidden ${test?.failed ? 'text-error' : ''}`}>
        {test?.text}
      </p>
    </li>
  )
}

type TestButtonProps = { caller: Caller; call: 'test-email' | 'test-sms'; what: string }

function TestButton({ caller, call, what }: TestButtonProps) {
  const { isPending, error, mutate } = useWayAction<TestButtonProps['call']>(caller)
  return (
    <div className="grid justify-items-start gap-2">
      <Button quiet small busy={isPending} onClick={() => mutate(call)}>
        Send a test alert<span className="sr-only"> {what}</span>
      </Button>
      {error && <Refused problem={wayProblem(error, TEST_FAILED)} />}
    </div>
  )
}

const Refused = ({ problem }: { problem: ProblemText }) => (
  <p role="alert" className="text-14 text-error">
    <b>{problem.title}.</b> {problem.text}
  </p>
)
