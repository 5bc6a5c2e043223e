import type { ItemDetail } from '@walkon/contracts/http/rankings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Done } from './done.tsx'
import { EditForm } from './edit-form.tsx'
import { itemQuery } from './queries.ts'
import { rankingProblem, reviewCount, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { OwnRating } from './rating-form.tsx'
import { ReviewList } from './review-list.tsx'
import { Stars } from './stars.tsx'
import type { Visitor } from './visitor.ts'

type ItemDialogProps = Visitor & { itemId: string; onClose: () => void }

/** An item with its ratings and reviews, over the list. */
export function ItemDialog({ itemId, onClose, ...visitor }: ItemDialogProps) {
  const item = useQuery(itemQuery(itemId))
  return (
    <Dialog size="page" title={item.data?.name ?? 'Rankings'} onClose={onClose}>
      {item.isPending ? (
        <Loading label="Loading the item" className="h-60! rounded-card!" />
      ) : item.isError ? (
        <LoadProblem of={item} wordsOf={(error) => rankingProblem(error, WORDS.rankingsFailed)} />
      ) : (
        <ItemParts item={item.data} {...visitor} />
      )}
    </Dialog>
  )
}

function ItemParts({ item, caller, onSignIn, signature, chosenStars }: Visitor & { item: ItemDetail }) {
  const [edit, setEdit] = useState<'none' | 'open' | 'sent'>('none')
  return (
    <>
      <p className="text-14 text-ink-2">
        {TYPE_NAMES[item.type].one} at {item.parkName}
      </p>
      {item.description && <p className="wrap-anywhere whitespace-pre-line">{item.description}</p>}
      <Average item={item} />
      <OwnRating
        itemId={item.itemId}
        caller={caller}
        onSignIn={onSignIn}
        signature={signature}
        chosenStars={chosenStars}
      />
      {edit === 'open' && caller ? (
        <EditForm
          item={item}
          caller={caller}
          onSent={() => setEdit('sent')}
          onCancel={() => setEdit('none')}
        />
      ) : (
        <Button
          quiet
          small
          className="justify-self-start"
          onClick={() =>
            caller ? setEdit('open') : onSignIn(WORDS.pleaseSignInToEdit, () => setEdit('open'))
          }
        >
          Suggest Edit
        </Button>
      )}
      <Done notices={edit === 'sent' ? [WORDS.editSubmitted] : []} />
      <ReviewList itemId={item.itemId} caller={caller} onSignIn={onSignIn} />
    </>
  )
}

function Average({ item: { average, ratingCount, starCounts } }: { item: ItemDetail }) {
  const most = Math.max(1, ...starCounts)
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="font-display text-40 tabular-nums">
          {average === null ? WORDS.noAverage : average.toFixed(1)}
        </b>
        {average !== null && <Stars average={average} size={20} />}
        <span className="text-ink-2">{reviewCount(ratingCount)}</span>
      </p>
      {ratingCount > 0 && (
        <ul aria-label="How the stars are spread" className="grid gap-1 text-14">
          {starCounts
            .map((count, at) => ({ count, stars: at + 1 }))
            .toReversed()
            .map(({ count, stars }) => (
              <li key={stars} className="grid grid-cols-[64px_minmax(0,1fr)_48px] items-center gap-2">
                <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
                <span aria-hidden="true" className="h-2 rounded-pill bg-line">
                  <span
                    className="block h-2 rounded-pill bg-ink"
                    style={{ width: `${(count * 100) / most}%` }}
                  />
                </span>
                <span className="text-right tabular-nums">{count.toLocaleString('en-US')}</span>
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
