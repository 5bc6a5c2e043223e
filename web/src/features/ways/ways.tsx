import type { EmailWay, NumberWay, Way } from '@walkon/contracts/http/ways'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { useWayAction, waysQuery } from './queries.ts'
import { TEST_FAILED, testWords, wayProblem, wayWords } from './way-words.ts'

/** Where alerts go, whether they arrive there, and what to do where they do not. */
export function Ways({ caller }: { caller: Caller }) {
  const { data: ways, isPending, isFetching, refetch } = useQuery(waysQuery(caller))
  return (
    <Section
      title="Where your alerts go"
      text="Whether they arrive there, and what to do if they don’t. A test alert goes the way of the real ones."
    >
      {isPending && <Loading label="Loading where your alerts go" className="h-30! rounded-card!" />}
      {!isPending && !ways && (
        <Failure
          title="Error loading where your alerts go"
          heading="p"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {ways && (
        <ul>
          <EmailRow caller={caller} way={ways.email} />
          {ways.numbers.map((way, index) => (
            // Two numbers of a visitor can end alike.
            <NumberRow key={`${way.number} ${index}`} caller={caller} way={way} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function EmailRow({ caller, way }: { caller: Caller; way: EmailWay }) {
  return (
    <Row name="Email" address={way.address} way={way}>
      {way.state === 'ok' && <TestButton caller={caller} call="test-email" what="by email" />}
      {way.state === 'unsubscribed' && (
        <ActionButton
          caller={caller}
          call="resume"
          label="Get alert emails again"
          done="Alert emails are on again."
        />
      )}
      {way.state === 'bounced' && way.takesLetters && (
        <ActionButton
          caller={caller}
          call="link"
          label="Email me a link"
          done="We emailed you a link. Open it and press its button to get alert emails again."
        />
      )}
      {(way.state === 'complained' ||
        way.state === 'invalid' ||
        (way.state === 'bounced' && !way.takesLetters)) && (
        <a className="text-link" href="/contact">
          Ask us to mend it
        </a>
      )}
    </Row>
  )
}

const NumberRow = ({ caller, way }: { caller: Caller; way: NumberWay }) => (
  <Row name="Text" address={way.number} way={way}>
    {way.isTested && <TestButton caller={caller} call="test-sms" what="by text" />}
    {way.state === 'waiting-for-yes' && (
      <ActionButton
        caller={caller}
        call="question"
        label="Send the question again"
        done="We texted you again. Answer YES on your phone."
      />
    )}
  </Row>
)

type RowProps = { name: string; address: string; way: Way; children: ReactNode }

/** The result of a test is said to a screen reader when it changes. */
function Row({ name, address, way, children }: RowProps) {
  const test = testWords(way)
  return (
    <li className="grid gap-2 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div>
        <p className="wrap-anywhere">
          <span className="text-14 text-ink-2">{name} </span>
          <b className="font-display">{address}</b>
        </p>
        <p className="text-14 text-ink-2">{wayWords(way)}</p>
      </div>
      {children}
      <p aria-live="polite" className={`text-14 empty:hidden ${test?.failed ? 'text-error' : ''}`}>
        {test?.text}
      </p>
    </li>
  )
}

type TestButtonProps = { caller: Caller; call: 'test-email' | 'test-sms'; what: string }

function TestButton({ caller, call, what }: TestButtonProps) {
  const { isPending, error, mutate } = useWayAction(caller, call)
  return (
    <div className="grid justify-items-start gap-2">
      <Button quiet small busy={isPending} onClick={() => mutate()}>
        Send a test alert<span className="sr-only"> {what}</span>
      </Button>
      {error && <Refused problem={wayProblem(error, TEST_FAILED)} />}
    </div>
  )
}

type ActionButtonProps = {
  caller: Caller
  call: 'resume' | 'link' | 'question'
  label: string
  /** What happens next. */
  done: string
}

function ActionButton({ caller, call, label, done }: ActionButtonProps) {
  const { isPending, isSuccess, error, mutate } = useWayAction(caller, call)
  return (
    <div className="grid justify-items-start gap-2">
      <Button quiet small busy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      <p aria-live="polite" className="text-14 empty:hidden">
        {isSuccess && done}
      </p>
      {error && <Refused problem={wayProblem(error)} />}
    </div>
  )
}

const Refused = ({ problem }: { problem: ProblemText }) => (
  <p role="alert" className="text-14 text-error">
    <b>{problem.title}.</b> {problem.text}
  </p>
)
