import { type ItemRequest, type RejectionReason, type RequestStatus } from '@walkon/contracts/http/moderation'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, type Caller } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { requestsQuery } from './queries.ts'
import { rankingProblem, REJECTION_NAMES, STATUS_NAMES, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { RequestDecisions, type Decision } from './request-decisions.tsx'
import { useRowKeys } from './use-row-keys.ts'

type RequestListProps = {
  caller: Caller
  status: RequestStatus
  /** Rejects where the request could not be decided. */
  onDecide: (request: ItemRequest, decision: Decision, reason: RejectionReason) => Promise<unknown>
}

/** The requests of a state. A decided one leaves the list at once, and comes back with words if the service refuses. */
export function RequestList({ caller, status, onDecide }: RequestListProps) {
  const pages = useInfiniteQuery(requestsQuery(caller, status))
  const { isGone, problemOf, decide } = useDecisions(onDecide)
  const { ref, leaveRow } = useRowKeys(KEYS)
  if (pages.isPending) return <ModerationSkeleton label="Loading the requests" />
  if (pages.isLoadingError)
    return (
      <LoadProblem
        of={pages}
        title={WORDS.requestsFailed}
        wordsOf={(error) => rankingProblem(error, WORDS.requestsFailed)}
      />
    )
  const requests = pages.data.pages
    .flatMap((page) => page.items)
    .filter(({ requestId }) => !isGone(requestId))
  if (requests.length === 0) return <Panel kind="open" heading="h2" title={WORDS.emptyRequests[status]} />
  return (
    <div className="grid justify-items-start gap-6">
      {status === 'pending' && (
        <p className="hidden text-14 text-ink-2 md:block">
          With the keyboard: <kbd>J</kbd> and <kbd>K</kbd> go down and up, <kbd>A</kbd> approves, <kbd>R</kbd>{' '}
          rejects.
        </p>
      )}
      <ul ref={ref} aria-label={STATUS_NAMES[status]} className="w-full border-b border-line">
        {requests.map((request, index) => (
          <RequestRow
            key={request.requestId}
            request={request}
            problem={problemOf(request.requestId)}
            onDecide={(decision, reason) => {
              leaveRow(index)
              decide(request, decision, reason)
            }}
          />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button quiet busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {pages.isFetchingNextPage ? 'Loading' : 'Show older requests'}
        </Button>
      )}
    </div>
  )
}

const KEYS = { a: 'Approve', r: 'Reject' }

/** Three rows in the shape of what comes. */
export const ModerationSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label} className="grid gap-3">
    {[1, 2, 3].map((row) => (
      <Loading key={row} label="" className="h-28! rounded-card!" />
    ))}
  </div>
)

type Refusal = { problem: ProblemText; isFinal: boolean }

function useDecisions(onDecide: RequestListProps['onDecide']) {
  const [gone, setGone] = useState<readonly string[]>([])
  const [refusals, setRefusals] = useState<Record<string, Refusal>>({})
  // Two clicks can come before the first one has been drawn.
  const underWay = useRef(new Set<string>())

  async function decide(request: ItemRequest, decision: Decision, reason: RejectionReason): Promise<void> {
    const { requestId } = request
    if (underWay.current.has(requestId)) return
    underWay.current.add(requestId)
    setGone((before) => [...before, requestId])
    try {
      await onDecide(request, decision, reason)
    } catch (error) {
      const failed = decision === 'approve' ? WORDS.approveFailed : WORDS.rejectFailed
      const isFinal = error instanceof ApiError && FINAL.has(error.code)
      setRefusals((before) => ({
        ...before,
        [requestId]: { problem: rankingProblem(error, failed), isFinal },
      }))
      setGone((before) => before.filter((id) => id !== requestId))
      underWay.current.delete(requestId)
    }
  }

  return {
    isGone: (requestId: string) => gone.includes(requestId),
    problemOf: (requestId: string) => refusals[requestId],
    decide: (request: ItemRequest, decision: Decision, reason: RejectionReason) =>
      void decide(request, decision, reason),
  }
}

/** Nothing is left to decide. */
const FINAL = new Set(['request-decided', 'request-not-found'])

type RequestRowProps = {
  request: ItemRequest
  problem: Refusal | undefined
  onDecide: (decision: Decision, reason: RejectionReason) => void
}

function RequestRow({ request, problem, onDecide }: RequestRowProps) {
  const { name, parkName, type, status, edit, description, alike } = request
  const isOpen = status === 'pending' && !problem?.isFinal
  return (
    <li tabIndex={-1} className="grid gap-2 border-t border-line py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="font-display text-18 wrap-anywhere">{name}</b>
        <span className="text-14 text-ink-2">
          {parkName}, {TYPE_NAMES[type].one}
        </span>
        <span className="rounded-pill border border-line-strong px-2 text-14">{STATUS_NAMES[status]}</span>
      </p>
      {edit ? <Changes request={request} /> : description && <Words text={description} />}
      {alike.length > 0 && (
        <p className="text-14 wrap-anywhere">
          There already: <b>{alike.join(', ')}</b>
        </p>
      )}
      <p className="text-14 text-ink-2">
        {request.requestedBy ?? WORDS.anonymous}, {momentWords(request.requestedAt)}
        {request.reviewedAt &&
          `. ${STATUS_NAMES[status]} by ${request.reviewedBy ?? 'a moderator'}, ${momentWords(request.reviewedAt)}`}
        {request.rejection && `: ${REJECTION_NAMES[request.rejection]}`}
      </p>
      {problem && (
        <p role="alert" className="text-14 text-error">
          <b>{problem.problem.title}.</b> {problem.problem.text}
        </p>
      )}
      {isOpen && <RequestDecisions name={name} isAlike={alike.length > 0} onDecide={onDecide} />}
    </li>
  )
}

export const momentWords = (instant: string) =>
  new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const Words = ({ text }: { text: string }) => (
  <p className="max-w-180 wrap-anywhere whitespace-pre-line">{text}</p>
)

/** The changes of an edit: the old words struck, the new ones in bold, under the documents' marker. */
export function Changes({ request: { name, edit } }: { request: Pick<ItemRequest, 'name' | 'edit'> }) {
  return (
    <>
      <p className="text-14 font-bold">{`EDIT REQUEST for "${name}"`}</p>
      {edit?.name && <Change what="Name" from={edit.name.from} to={edit.name.to} />}
      {edit?.description && (
        <Change what="Description" from={edit.description.from ?? ''} to={edit.description.to ?? ''} />
      )}
    </>
  )
}

const Change = ({ what, from, to }: { what: string; from: string; to: string }) => (
  <p className="max-w-180 wrap-anywhere whitespace-pre-line">
    {what}: {from && <del className="text-ink-2">{from}</del>}{' '}
    {to ? <ins className="font-bold no-underline">{to}</ins> : <b>(none)</b>}
  </p>
)
