import type { NameReset, ReportDecision, ReportedReview } from '@walkon/contracts/http/moderation'
import { REPORT_REASONS, type ReportReason } from '@walkon/contracts/http/rankings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useRequestIds } from '../../lib/use-request-ids.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'
import { reportsQuery } from './queries.ts'
import { rankingProblem, REASON_NAMES, WORDS } from './ranking-words.ts'
import { ModerationSkeleton, momentWords, Words } from './request-list.tsx'
import { Stars } from './stars.tsx'

type ReportListProps = {
  caller: Caller
  /** Rejects where the reports could not be decided. */
  onDecide: (review: ReportedReview, decision: ReportDecision) => Promise<unknown>
  onResetName: (review: ReportedReview, reset: NameReset) => Promise<unknown>
}

/** The reviews that visitors have reported, the longest waiting first. */
export function ReportList({ caller, onDecide, onResetName }: ReportListProps) {
  const reports = useQuery(reportsQuery(caller))
  if (reports.isPending) return <ModerationSkeleton label="Loading the reports" />
  if (reports.isError)
    return (
      <LoadProblem
        of={reports}
        title={WORDS.reportsFailed}
        wordsOf={(error) => rankingProblem(error, WORDS.reportsFailed)}
      />
    )
  if (reports.data.length === 0) return <Panel kind="open" heading="h2" title={WORDS.emptyReports} />
  return (
    <ul aria-label="Reported reviews" className="border-b border-line">
      {reports.data.map((review) => (
        <ReportRow
          key={review.reviewId}
          review={review}
          onDecide={(decision) => onDecide(review, decision)}
          onResetName={(reset) => onResetName(review, reset)}
        />
      ))}
    </ul>
  )
}

type ReportRowProps = {
  review: ReportedReview
  onDecide: (decision: ReportDecision) => Promise<unknown>
  onResetName: (reset: NameReset) => Promise<unknown>
}

function ReportRow({ review, onDecide, onResetName }: ReportRowProps) {
  return (
    <li className="grid gap-2 border-t border-line py-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="font-display text-18 wrap-anywhere">{review.itemName}</b>
        <span className="text-14 text-ink-2">{review.parkName}</span>
        <Stars average={review.stars} />
        <span className="sr-only">{review.stars} of 5 stars</span>
      </p>
      {review.comment ? (
        <Words text={review.comment} />
      ) : (
        <p className="text-ink-2">No words, stars alone.</p>
      )}
      {review.reportedComment && (
        <p className="max-w-180 wrap-anywhere whitespace-pre-line">
          <span className="block text-14 text-ink-2">What was reported, before its author changed it:</span>
          <del>{review.reportedComment}</del>
        </p>
      )}
      <p className="text-14 text-ink-2">
        {review.reviewer ?? WORDS.anonymous}, {momentWords(review.postedAt)}. Reported as{' '}
        {review.reasons.map((given) => `${REASON_NAMES[given.reason]} (${given.count})`).join(', ')} since{' '}
        {momentWords(review.firstReportedAt)}.
      </p>
      {review.reviewer !== null && <ResetName name={review.reviewer} onReset={onResetName} />}
      <ReportDecisions review={review} onDecide={onDecide} />
    </li>
  )
}

/** A moderator's act on the name under a review. */
function ResetName({ name, onReset }: { name: string; onReset: ReportRowProps['onResetName'] }) {
  const [isAsked, setAsked] = useState(false)
  const [requestId] = useState(() => crypto.randomUUID())
  return (
    <>
      <button
        type="button"
        className="min-h-11 justify-self-start text-14 text-ink-2 underline"
        aria-label={`Reset the name ${name}`}
        onClick={() => setAsked(true)}
      >
        Reset the name
      </button>
      {isAsked && (
        <ConfirmDialog
          title="Reset this name?"
          words={{ action: 'Reset the name', busy: 'Resetting', keep: 'Keep it' }}
          onConfirm={() => onReset({ name, requestId })}
          onClose={() => setAsked(false)}
          wordsOf={(error) => rankingProblem(error, WORDS.resetFailed)}
        >
          <p className="wrap-anywhere">
            Every review by {name} is signed “{WORDS.anonymous}” until they choose another name. They get a
            mail.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The buttons of one review name it, so that they are told apart when they are read out. */
const DECISIONS = [
  { decision: 'keep', name: 'Keep', of: 'Keep the review of', isQuiet: true },
  { decision: 'clear', name: 'Clear text', of: 'Clear the text of the review of', isQuiet: true },
  { decision: 'delete', name: 'Delete', of: 'Delete the review of', isQuiet: false },
] as const

function ReportDecisions({ review, onDecide }: Omit<ReportRowProps, 'onResetName'>) {
  const [reason, setReason] = useState<ReportReason>(review.reasons[0]?.reason ?? 'other')
  const { version } = review
  const requestIdOf = useRequestIds()
  const { isBusy, problem, run } = useAction(onDecide, (error) => rankingProblem(error, WORDS.decideFailed))
  return (
    <>
      <FormProblem problem={problem} />
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Why, in the mail to its author"
          value={reason}
          onChange={(event) =>
            setReason(REPORT_REASONS.find((each) => each === event.target.value) ?? 'other')
          }
        >
          {REPORT_REASONS.map((each) => (
            <option key={each} value={each}>
              {REASON_NAMES[each]}
            </option>
          ))}
        </SelectField>
        {DECISIONS.map(({ decision, name, of, isQuiet }) => (
          <Button
            key={decision}
            small
            quiet={isQuiet}
            busy={isBusy}
            aria-label={`${of} ${review.itemName}`}
            onClick={() => {
              const given = decision === 'keep' ? { decision, version } : { decision, reason, version }
              run({ ...given, requestId: requestIdOf(given) })
            }}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  )
}
