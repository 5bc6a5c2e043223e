import { MAX_COMMENT_LENGTH, type OwnRating as Rating } from '@walkon/contracts/http/rankings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { catch as otherwise, minLength, object, string, type output } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { displayNameEntry } from '../../lib/entries.ts'
import { useEntryForm, type EntryField } from '../../lib/entry-form.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import type { Notice } from '../../ui/toast.tsx'
import { Done } from './done.tsx'
import { deleteRating, ownRatingQuery, ratingKeys, saveRating } from './queries.ts'
import { rankingProblem, STAR_WORDS, WORDS } from './ranking-words.ts'
import { SignatureField } from './signature-field.tsx'
import { StarChoice } from './star-choice.tsx'
import type { Visitor } from './visitor.ts'

/** The visitor's own rating: loaded with what it is, changed by the same form. */
export function OwnRating({
  itemId,
  caller,
  onSignIn,
  signature,
  chosenStars,
}: Visitor & { itemId: string }) {
  if (!caller)
    return (
      <section aria-label="Your rating" className="grid justify-items-start gap-2 border-t border-line pt-4">
        <StarChoice stars={chosenStars} isDisabled onChoose={() => {}} />
        <Button small onClick={() => onSignIn(WORDS.pleaseSignInToRate)}>
          {WORDS.signInToRate}
        </Button>
      </section>
    )
  return <LoadedRating itemId={itemId} caller={caller} signature={signature} chosenStars={chosenStars} />
}

type LoadedRatingProps = Pick<Visitor, 'signature' | 'chosenStars'> & { itemId: string; caller: Caller }

function LoadedRating({ itemId, caller, signature, chosenStars }: LoadedRatingProps) {
  const own = useQuery(ownRatingQuery(caller, itemId))
  const { save, remove, done } = useRatingChanges(itemId, caller)
  if (own.isPending) return <Loading label="Loading your rating" className="h-40! rounded-card!" />
  if (own.isError) return <LoadProblem of={own} title="Your rating could not be loaded" />
  return (
    <>
      <RatingForm
        own={own.data}
        save={save}
        remove={remove}
        signature={signature}
        chosenStars={chosenStars}
      />
      <Done notices={done} />
    </>
  )
}

type RatingFormProps = Pick<ReturnType<typeof useRatingChanges>, 'save' | 'remove'> &
  Pick<Visitor, 'signature' | 'chosenStars'> & { own: Rating | null }

const RATING_FORM = object({
  stars: otherwise(string(), '').check(minLength(1, { error: 'stars' })),
  comment: string(),
  displayName: displayNameEntry(),
})

function RatingForm({ own, save, remove, signature, chosenStars }: RatingFormProps) {
  const [stars, setStars] = useState(own?.stars ?? chosenStars)
  const [comment, setComment] = useState(own?.comment ?? '')
  const { form, field, failure, isBusy } = useEntryForm({
    schema: RATING_FORM,
    send: async (entry) => {
      // First the name: the review is never shown unsigned to who chose one.
      if (entry.displayName !== '' && signature && entry.displayName !== signature.name)
        await signature.choose(entry.displayName)
      show(await save({ stars: Number(entry.stars), comment: entry.comment }))
    },
    toText: (error) => rankingProblem(error, WORDS.ratingFailed),
    entryTexts: { stars: STARS_REQUIRED },
  })

  /** Shows the stored rating: the service may have masked words, or store none any more. */
  function show(stored: Rating | null): void {
    setStars(stored?.stars ?? 0)
    setComment(stored?.comment ?? '')
  }

  async function clear(): Promise<void> {
    await remove()
    show(null)
  }

  return (
    <form
      {...form}
      aria-label="Your rating"
      className="grid justify-items-start gap-3 border-t border-line pt-4"
    >
      <StarsEntry stars={stars} onChoose={setStars} field={field} />
      <div className="w-full">
        <TextAreaField
          {...field('comment', { onChange: ({ target }) => setComment(target.value) })}
          value={comment}
          label="Comment"
          hint="optional"
          rows={3}
          maxLength={MAX_COMMENT_LENGTH}
        />
      </div>
      <SignatureField name={signature?.name ?? ''} isFirst={own === null} field={field('displayName')} />
      <FormProblem problem={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {isBusy ? 'Saving' : own ? 'Update rating' : 'Submit rating'}
        </Button>
        {own && <DeleteRating onDelete={clear} />}
      </div>
    </form>
  )
}

const STARS_REQUIRED = { title: WORDS.starsRequired, text: '' }

type StarsEntryProps = {
  stars: number
  onChoose: (stars: number) => void
  field: EntryField<output<typeof RATING_FORM>>
}

function StarsEntry({ stars, onChoose, field }: StarsEntryProps) {
  const { problem, ...entry } = field('stars')
  return (
    <>
      <StarChoice stars={stars} onChoose={onChoose} entry={entry} />
      <p className="text-14 text-ink-2">{stars === 0 ? 'Choose your stars' : STAR_WORDS[stars - 1]}</p>
      {problem && (
        <p role="alert" className="text-14 text-error">
          {problem.title}
        </p>
      )}
    </>
  )
}

function DeleteRating({ onDelete }: { onDelete: () => Promise<unknown> }) {
  const { isBusy, problem, run } = useAction(onDelete, (error) => rankingProblem(error, WORDS.ratingFailed))
  return (
    <>
      <Button quiet busy={isBusy} onClick={() => run()}>
        {isBusy ? 'Deleting' : 'Delete'}
      </Button>
      <FormProblem problem={problem} />
    </>
  )
}

/** Each says what it did, and has everything that shows the rating loaded anew. */
function useRatingChanges(itemId: string, caller: Caller) {
  const client = useQueryClient()
  const [done, setDone] = useState<Notice[]>([])
  const reload = () =>
    Promise.all(ratingKeys(itemId).map((queryKey) => client.invalidateQueries({ queryKey })))

  return {
    done,
    async save(rating: { stars: number; comment: string }) {
      setDone([])
      const saved = await saveRating(caller, itemId, rating)
      const title = saved.isNew ? WORDS.ratingSubmitted : WORDS.ratingUpdated
      setDone([{ title }, ...(saved.isFiltered ? [WORDS.filtered] : [])])
      await reload()
      return saved
    },
    async remove() {
      setDone([])
      await deleteRating(caller, itemId)
      setDone([{ title: 'Rating deleted' }])
      await reload()
    },
  }
}
