import type { NameReset, ReportDecision, ReportedReview } from '@walkon/contracts/http/moderation'
import { REPORT_REASONS, type ReportReason } from '@walkon/contracts/http/rankings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useRequestIds } from '../../lib/use-request-ids.ts'
import { ownMoment } from '../../lib/own-moment.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ToolRow } from '../../ui/tool-row.tsx'
import { reportsQuery } from './queries.ts'
import { rankingProblem, REASON_NAMES, WORDS } from './ranking-words.ts'
import { ModerationSkeleton, Words } from './request-list.tsx'
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
  if (reports.data.length === 0)
    return (
      <Panel kind="open" heading="h2" title={WORDS.emptyReports}>
        <p className="text-ink-2">Reviews that visitors report show up here.</p>
      </Panel>
    )
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
  const decisions = useAction(onDecide, (error) => rankingProblem(error, WORDS.decideFailed))
  return (
    <li className="border-t border-line">
      <ToolRow
        name={review.itemName}
        heading="h2"
        meta={
          <>
            <span>{review.parkName}</span>
            <Stars average={review.stars} />
            <span className="sr-only">{review.stars} of 5 stars</span>
            <span>
              {review.reviewer ?? WORDS.anonymous}, {ownMoment(review.postedAt)}
            </span>
            <span className="text-ink">
              Reported as{' '}
              {review.reasons.map((given) => `${REASON_NAMES[given.reason]} (${given.count})`).join(', ')}{' '}
              since {ownMoment(review.firstReportedAt)}
            </span>
          </>
        }
        acts={
          <>
            <ReportDecisions review={review} of={decisions} />
            {review.reviewer !== null && <ResetName name={review.reviewer} onReset={onResetName} />}
          </>
        }
      >
        {review.comment ? (
          <Words text={review.comment} />
        ) : (
          <p className="text-ink-2">No words, stars alone.</p>
        )}
        {review.reportedComment && (
          <p className="max-w-180 wrap-anywhere whitespace-pre-line">
            <span className="block text-ink-2">What was reported, before its author changed it:</span>
            <del>{review.reportedComment}</del>
          </p>
        )}
        <FormProblem problem={decisions.problem} />
      </ToolRow>
    </li>
  )
}

/** A moderator's act on the name under a review. */
function ResetName({ name, onReset }: { name: string; onReset: ReportRowProps['onResetName'] }) {
  const [isAsked, setAsked] = useState(false)
  const [requestId] = useState(() => crypto.randomUUID())
  return (
    <>
      <Button quiet small aria-label={`Reset the name ${name}`} onClick={() => setAsked(true)}>
        Reset the name
      </Button>
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
  { decision: 'keep', name: 'Keep', of: 'Keep the review of' },
  { decision: 'clear', name: 'Clear text', of: 'Clear text of the review of' },
  { decision: 'delete', name: 'Delete', of: 'Delete the review of' },
] as const

type ReportDecisionsProps = {
  review: ReportedReview
  of: { isBusy: boolean; run: (decision: ReportDecision) => void }
}

function ReportDecisions({ review, of: { isBusy, run } }: ReportDecisionsProps) {
  const [reason, setReason] = useState<ReportReason>(review.reasons[0]?.reason ?? 'other')
  const { version } = review
  const requestIdOf = useRequestIds()
  return (
    <>
      {DECISIONS.map(({ decision, name, of }) => (
        <Button
          key={decision}
          quiet
          small
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
      <Select
        aria-label={`Why, in the mail to the author of the review of ${review.itemName}`}
        value={reason}
        onChange={(event) => setReason(REPORT_REASONS.find((each) => each === event.target.value) ?? 'other')}
      >
        {REPORT_REASONS.map((each) => (
          <option key={each} value={each}>
            {REASON_NAMES[each]}
          </option>
        ))}
      </Select>
    </>
  )
}
