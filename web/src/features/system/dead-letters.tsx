import { SERVICE_TITLES } from '@walkon/contracts/service-titles'
import { useQuery } from '@tanstack/react-query'
import type { DeadLetter, LetterOutcome } from '@walkon/contracts/http/dead-letters'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { NotAnswered } from '../../lib/not-answered.tsx'
import { TryFirst } from '../../lib/try-first.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useToast } from '../../ui/toast.tsx'
import { secondsWords } from './figure-rows.ts'
import { deadLettersQuery, replayLetter, type ServiceLetter } from './queries.ts'

type DeadLettersProps = { caller: Caller; now: Date }

/** Records of the log that a service could not apply: each is tried first, and given to its handler again where that would work. */
export function DeadLetters({ caller, now }: DeadLettersProps) {
  const [isAsked, setAsked] = useState(false)
  const query = useQuery({ ...deadLettersQuery(caller), enabled: isAsked })
  return (
    <section aria-labelledby="dead-letters" className="grid content-start justify-items-start gap-3">
      <h2 id="dead-letters" className="text-22! leading-7!">
        Dead letters
      </h2>
      <p className="text-14 text-ink-2">
        Events that a service could not apply. Mend the cause first. They are kept for 30 days.
      </p>
      <Button
        quiet
        small
        busy={query.isFetching}
        onClick={() => (isAsked ? void query.refetch() : setAsked(true))}
      >
        {isAsked ? 'Read them again' : 'Read the dead letters'}
      </Button>
      {query.isLoading && <Loading label="Reading the dead letters" className="h-20 w-full" />}
      {query.isError && <LoadProblem of={query} title="The dead letters could not be read" />}
      {query.data && (
        <Letters
          {...query.data}
          caller={caller}
          now={now}
          isReading={query.isFetching}
          onReplayed={() => query.refetch()}
        />
      )}
    </section>
  )
}

type LettersProps = DeadLettersProps & {
  letters: ServiceLetter[]
  missing: ServiceLetter['service'][]
  isReading: boolean
  onReplayed: () => Promise<unknown>
}

function Letters({ caller, now, letters, missing, isReading, onReplayed }: LettersProps) {
  const waiting = letters.filter(({ standing }) => standing === 'waiting')
  const leftAlone = letters.filter(({ standing }) => standing !== 'waiting')
  return (
    <>
      <NotAnswered
        parts={missing.map((service) => SERVICE_TITLES[service])}
        busy={isReading}
        onRetry={() => void onReplayed()}
      />
      <p role="status" className="font-bold">
        {waiting.length === 0 ? 'No dead letter waits.' : `Waiting: ${waiting.length}.`}
      </p>
      <ul className="grid w-full gap-3">
        {waiting.map((letter) => (
          <li key={`${letter.service} ${letter.id}`} className="grid gap-1 text-14 wrap-anywhere">
            <LetterWords letter={letter} now={now} />
            <Replay caller={caller} letter={letter} onReplayed={onReplayed} />
          </li>
        ))}
      </ul>
      {leftAlone.length > 0 && (
        <details className="w-full">
          <summary className="py-1 text-14">Left alone: {leftAlone.length}</summary>
          <ul className="grid gap-3">
            {leftAlone.map((letter) => (
              <li key={`${letter.service} ${letter.id}`} className="grid gap-1 text-14 wrap-anywhere">
                <LetterWords letter={letter} now={now} />
                <p>{STANDINGS[letter.standing]}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const STANDINGS: Record<DeadLetter['standing'], string> = {
  waiting: 'It waits.',
  'applied-before': 'It was applied by now.',
  'too-old': 'It is older than what was applied or erased is remembered, so it could be applied twice.',
  superseded: 'A newer value may have been applied. Have its publisher publish it again.',
  unreadable: 'The service can read no event in it. Have its publisher publish it again.',
}

function LetterWords({ letter, now }: { letter: ServiceLetter; now: Date }) {
  const { service, type, occurredAt, topic, partition, offset, errorClass, errorMessage } = letter
  const age = occurredAt === null ? null : Math.max(0, (now.getTime() - Date.parse(occurredAt)) / 1000)
  return (
    <>
      <p>
        <b>{type ?? 'A record'}</b> for {SERVICE_TITLES[service]}, {topic}, partition {partition}, offset{' '}
        {offset}
        {age !== null && `, ${secondsWords(age)} old`}
      </p>
      <p className="text-ink-2">
        {errorClass}: {errorMessage}
      </p>
    </>
  )
}

type ReplayProps = { caller: Caller; letter: ServiceLetter; onReplayed: () => Promise<unknown> }

function Replay({ caller, letter, onReplayed }: ReplayProps) {
  const show = useToast()
  return (
    <TryFirst
      name={letter.id}
      verb="Replay"
      texts={TEXTS}
      send={(isDryRun, reason) => replayLetter(caller, letter, { isDryRun, reason })}
      wordsOf={({ outcome, why }) => OUTCOMES[outcome](why)}
      onDone={async (done) => {
        if (done.outcome === 'applied') show({ title: 'Done', text: `${letter.id} was applied.` })
        await onReplayed()
      }}
    />
  )
}

const TEXTS = {
  dryRun: 'The event is given to its handler, and all that follows is taken back. Nothing is changed.',
  act: 'The event is given to its handler once. The other services that hear it have applied it and get nothing. What came after it stays as it is.',
}

const OUTCOMES: Record<LetterOutcome['outcome'], (why: string | null) => string> = {
  'would-be-applied': () => 'It would be applied now. Nothing was changed.',
  applied: () => 'It was applied.',
  'applied-before': () => STANDINGS['applied-before'],
  'too-old': () => STANDINGS['too-old'],
  superseded: () => STANDINGS.superseded,
  refused: (why) => `It would be refused again: ${why}`,
}
