import { REPORT_REASONS, reportReason, type Review } from '@walkon/contracts/http/rankings'
import { useState } from 'react'
import { object } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { dayWords } from '../../lib/day-words.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Done } from './done.tsx'
import { reportReview, reviewsQuery } from './queries.ts'
import { rankingProblem, REASON_NAMES, WORDS } from './ranking-words.ts'
import { Stars } from './stars.tsx'
import type { Visitor } from './visitor.ts'

type Reader = Omit<Visitor, 'signature' | 'chosenStars'>

/** Visitors' reviews of an item, newest first. */
export function ReviewList({ itemId, caller, onSignIn }: Reader & { itemId: string }) {
  return (
    <section aria-labelledby="reviews" className="grid gap-3 border-t border-line pt-4">
      <h3 id="reviews" className="font-display text-18 font-bold">
        Recent Reviews
      </h3>
      <PagedList
        query={reviewsQuery(itemId)}
        name="the reviews"
        more="older reviews"
        empty={<p className="text-ink-2">{WORDS.noReviews}</p>}
      >
        {(review) => <ReviewRow key={review.reviewId} review={review} caller={caller} onSignIn={onSignIn} />}
      </PagedList>
    </section>
  )
}

function ReviewRow({ review, caller, onSignIn }: Reader & { review: Review }) {
  const [report, setReport] = useState<'none' | 'open' | 'sent'>('none')
  const by = review.reviewer ?? WORDS.anonymous
  return (
    <li className="grid gap-1 border-t border-line py-3">
      <p className="flex flex-wrap items-center gap-x-2 text-14">
        <b className="wrap-anywhere">{by}</b>
        <Stars average={review.stars} />
        <span className="sr-only">{review.stars} of 5 stars</span>
        <time dateTime={review.postedAt} className="text-ink-2">
          {dayWords(review.postedAt)}
        </time>
        {review.changedAt && <span className="text-ink-2">edited</span>}
      </p>
      {review.comment && <p className="wrap-anywhere whitespace-pre-line">{review.comment}</p>}
      {report === 'open' && caller ? (
        <ReportForm
          review={review}
          caller={caller}
          onSent={() => setReport('sent')}
          onCancel={() => setReport('none')}
        />
      ) : (
        <button
          type="button"
          className="min-h-11 justify-self-start text-14 text-ink-2 underline"
          aria-label={`Report the review by ${by}`}
          onClick={() =>
            caller ? setReport('open') : onSignIn('Please sign in to report reviews', () => setReport('open'))
          }
        >
          Report
        </button>
      )}
      <Done notices={report === 'sent' ? [REPORTED] : []} />
    </li>
  )
}

const REPORTED = { title: 'Review reported', text: 'A moderator will look at it.' }

type ReportFormProps = { review: Review; caller: Caller; onSent: () => void; onCancel: () => void }

const entries = object({ reason: reportReason })

function ReportForm({ review, caller, onSent, onCancel }: ReportFormProps) {
  const { form, field, failure, isBusy } = useEntryForm({
    schema: entries,
    send: async ({ reason }) => {
      await reportReview(caller, review.reviewId, reason)
      onSent()
    },
    toText: (error) => rankingProblem(error, 'Failed to report review'),
  })
  return (
    <form {...form} className="grid justify-items-start gap-3">
      <SelectField {...field('reason')} label="What is wrong with it?" defaultValue="inappropriate">
        {REPORT_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {REASON_NAMES[reason]}
          </option>
        ))}
      </SelectField>
      <FormProblem problem={failure} />
      <div className="flex flex-wrap gap-3">
        <Button quiet small type="submit" busy={isBusy}>
          {isBusy ? 'Reporting' : 'Report review'}
        </Button>
        <Button small quiet onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
