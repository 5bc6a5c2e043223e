import { mailListStanding } from '@walkon/contracts/http/ways'
import type { MailList } from '@walkon/contracts/values'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { unknown } from 'zod/mini'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { ApiError, request, type Caller } from './api.ts'
import type { ProblemText } from './form-texts.ts'
import { problemText } from './problem-texts.ts'
import { useAction } from './use-action.ts'

const pathOf = (list: MailList) => `/notifications/ways/email/lists/${list}`

const standingQuery = (list: MailList, caller: Caller) =>
  queryOptions({
    queryKey: ['mail-list', list, caller.key],
    queryFn: ({ signal }) => request(mailListStanding, pathOf(list), { caller, signal }),
  })

type LeftListProps = {
  caller: Caller
  list: MailList
  /** The subject of the mails: "tables that come free". */
  about: string
}

/** Tells why mails of a list do not reach the account, with the way back. Nothing while they do. */
export function LeftList({ caller, list, about }: LeftListProps) {
  const client = useQueryClient()
  const standing = useQuery(standingQuery(list, caller))
  const [isResumed, setResumed] = useState(false)
  const said = useRef<HTMLParagraphElement>(null)
  const { isBusy, problem, run } = useAction(async () => {
    await request(unknown(), `${pathOf(list)}/resume`, { method: 'POST', caller })
    client.setQueryData(standingQuery(list, caller).queryKey, { state: 'ok' })
    setResumed(true)
  }, resumeProblem)
  // The button that had the focus is gone.
  useEffect(() => {
    if (isResumed) said.current?.focus()
  }, [isResumed])

  if (standing.isPending) return null
  if (!standing.data)
    return (
      <Note>
        <p>We couldn’t check if our emails about {about} reach you.</p>
        <Button quiet small busy={standing.isFetching} onClick={() => void standing.refetch()}>
          Try again
        </Button>
      </Note>
    )
  const { state } = standing.data
  if (state === 'ok')
    return isResumed ? (
      <p ref={said} tabIndex={-1} className="text-14 focus-visible:outline-none">
        Mails about {about} come to you again.
      </p>
    ) : null
  return (
    <Note>
      <p>
        <b>No email will come.</b>{' '}
        {state === 'unsubscribed'
          ? `You unsubscribed from our emails about ${about}.`
          : `Our emails about ${about} came back, or one was reported as spam.`}
      </p>
      {state === 'unsubscribed' ? (
        <Button quiet small busy={isBusy} onClick={run}>
          Get these emails again
        </Button>
      ) : (
        <Link to="/contact">Ask us to fix it</Link>
      )}
      {problem && (
        <p role="alert" className="text-error">
          <b>{problem.title}.</b> {problem.text}
        </p>
      )}
    </Note>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <div className="grid justify-items-start gap-2 border-l-8 border-line-strong pl-3 text-14">{children}</div>
)

const STOPPED: ProblemText = {
  title: 'Not changed',
  text: 'Something else stops these emails. Write to us, and we’ll look into it.',
}

const STOPPED_BY = new Set(['nothing-to-resume', 'address-suppressed'])

const resumeProblem = (error: unknown): ProblemText =>
  error instanceof ApiError && STOPPED_BY.has(error.code) ? STOPPED : problemText(error)
