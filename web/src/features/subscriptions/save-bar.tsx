import { useEffect } from 'react'
import { ApiError } from '../../lib/api.ts'
import { problemText } from '../../lib/problem-texts.ts'
import { Button } from '../../ui/button.tsx'
import { watchedRides } from './edits.ts'
import type { SubscriptionEdits } from './use-subscription-edits.ts'

/**
 * The bar in reach of the thumb, edge to edge: the watched rides, the result of a save, and the button. It is there all the time, so that
 * nothing moves when something is to be saved.
 */
export function SaveBar({ edits }: { edits: SubscriptionEdits }) {
  const { hasChanges, isSaving, saveError, save } = edits
  useQuestionBeforeClosing(hasChanges)
  return (
    <div className="sticky bottom-0 z-10 -mx-(--gutter) flex items-center justify-between gap-3 border-t border-line-strong bg-sheet px-(--gutter) pt-3 pb-[max(12px,env(safe-area-inset-bottom))] lg:bottom-4 lg:mx-0 lg:rounded-card lg:border lg:px-6 lg:py-3">
      <div aria-live="polite" className="min-w-0 leading-5">
        {saveError ? (
          <p className="text-14 text-error">
            <b>Error saving changes</b> {savingText(saveError)}
          </p>
        ) : (
          <>
            <b className="block">{watchedWords(edits)}</b>
            <span className="text-14 text-ink-2">{changeWords(edits)}</span>
          </>
        )}
      </div>
      {/* After a save it keeps the focus. */}
      <Button busy={isSaving} aria-disabled={!hasChanges && !isSaving} className="flex-none" onClick={save}>
        {isSaving ? 'Saving' : 'Save Changes'}
      </Button>
    </div>
  )
}

/** The browser asks before a tab with unsaved changes is closed: they would go with it. */
function useQuestionBeforeClosing(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasChanges])
}

function watchedWords({ subscriptions = [] }: SubscriptionEdits): string {
  const watched = subscriptions
    .filter(({ active }) => active)
    .reduce((sum, { watches }) => sum + watchedRides(watches).length, 0)
  return watched === 1 ? '1 ride' : `${watched} rides`
}

function changeWords({ hasChanges, lastSaved }: SubscriptionEdits): string {
  if (hasChanges) return 'Unsaved changes'
  if (!lastSaved) return 'watched'
  return lastSaved.some(({ allRidesEnabled }) => allRidesEnabled) ? 'All rides enabled' : 'Changes saved'
}

/** Codes whose remedy is not only to try again. */
const OWN_WORDS = ['unreachable', 'subscription-not-found', 'unknown-ride']

function savingText(error: Error): string {
  const hasOwnWords = error instanceof ApiError && OWN_WORDS.includes(error.code)
  return hasOwnWords ? problemText(error).text : 'Failed to save your preferences. Please try again'
}
