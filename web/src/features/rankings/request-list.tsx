import type { ItemRequest, RequestStatus } from '@walkon/contracts/http/moderation'
import { useRef, useState } from 'react'
import { ApiError, type Caller } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { ownMoment } from '../../lib/own-moment.ts'
import { Loading } from '../../ui/loading.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ToolRow } from '../../ui/tool-row.tsx'
import { requestsQuery } from './queries.ts'
import { rankingProblem, REJECTION_NAMES, STATUS_NAMES, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { RequestDecisions, type Decision } from './request-decisions.tsx'
import { useRowKeys } from './use-row-keys.ts'

type RequestListProps = {
  caller: Caller
  status: RequestStatus
  /** Rejects where the request could not be decided. */
  onDecide: (request: ItemRequest, decision: Decision) => Promise<unknown>
}

/** The requests of a state. A decided one leaves the list at once, and comes back with words if the service refuses. */
export function RequestList({ caller, status, onDecide }: RequestListProps) {
  const { isGone, problemOf, decide } = useDecisions(onDecide)
  const { ref, leaveRow } = useRowKeys(KEYS)
  return (
    <div className="grid gap-2">
      {status === 'pending' && (
        <p className="text-14 text-ink-2 pointer-coarse:hidden">
          Keys: <kbd>J</kbd> and <kbd>K</kbd> go down and up, <kbd>A</kbd> approves, <kbd>R</kbd> rejects.
        </p>
      )}
      <PagedList
        query={requestsQuery(caller, status)}
        name="the requests"
        label={STATUS_NAMES[status]}
        more="older requests"
        failed={WORDS.requestsFailed}
        wordsOf={(error) => rankingProblem(error, WORDS.requestsFailed)}
        isWide
        skeleton={<ModerationSkeleton label="Loading the requests" />}
        empty={
          <Panel kind="open" heading="h2" title={WORDS.emptyRequests[status]}>
            {status === 'pending' && <p className="text-ink-2">Visitors’ suggestions show up here.</p>}
          </Panel>
        }
        shows={({ requestId }) => !isGone(requestId)}
        listRef={ref}
      >
        {(request, index) => (
          <RequestRow
            key={request.requestId}
            request={request}
            problem={problemOf(request.requestId)}
            onDecide={(decision) => {
              leaveRow(index)
              decide(request, decision)
            }}
          />
        )}
      </PagedList>
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

  async function decide(request: ItemRequest, decision: Decision): Promise<void> {
    const { requestId } = request
    if (underWay.current.has(requestId)) return
    underWay.current.add(requestId)
    setGone((before) => [...before, requestId])
    try {
      await onDecide(request, decision)
    } catch (error) {
      const failed = decision.decision === 'approve' ? WORDS.approveFailed : WORDS.rejectFailed
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
    decide: (request: ItemRequest, decision: Decision) => void decide(request, decision),
  }
}

/** Nothing is left to decide. */
const FINAL = new Set(['request-decided', 'request-not-found'])

type RequestRowProps = {
  request: ItemRequest
  problem: Refusal | undefined
  onDecide: (decision: Decision) => void
}

function RequestRow({ request, problem, onDecide }: RequestRowProps) {
  const { name, parkName, type, status, edit, description, alike } = request
  const isOpen = status === 'pending' && !problem?.isFinal
  return (
    <li tabIndex={-1} className="border-t border-line">
      <ToolRow
        name={name}
        heading="h2"
        meta={
          <>
            <span className="text-ink">
              {parkName}, {TYPE_NAMES[type].one}
            </span>
            <span>{STATUS_NAMES[status]}</span>
            <span>
              {request.requestedBy ?? WORDS.anonymous}, {ownMoment(request.requestedAt)}
              {request.reviewedAt &&
                `. ${STATUS_NAMES[status]} by ${request.reviewedBy ?? 'a moderator'}, ${ownMoment(request.reviewedAt)}`}
              {request.rejection && `: ${REJECTION_NAMES[request.rejection]}`}
            </span>
            {alike.length > 0 && (
              <span className="text-ink">
                There already: <b>{alike.join(', ')}</b>
              </span>
            )}
          </>
        }
        acts={isOpen && <RequestDecisions request={request} onDecide={onDecide} />}
      >
        {edit ? <Changes request={request} /> : description && <Words text={description} />}
        {problem && (
          <p role="alert" className="text-error">
            <b>{problem.problem.title}.</b> {problem.problem.text}
          </p>
        )}
      </ToolRow>
    </li>
  )
}

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
