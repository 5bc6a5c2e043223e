import type { OwnItemRequest } from '@walkon/contracts/http/moderation'
import type { Caller } from '../../lib/api.ts'
import { dayWords } from '../../lib/day-words.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ownRequestsQuery } from './queries.ts'
import { rankingProblem, REJECTION_NAMES, STATUS_NAMES, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { Changes } from './request-list.tsx'

type OwnSuggestionsProps = { caller: Caller; onSuggest: () => void }

/** A visitor's suggestions with their outcomes, newest first. */
export const OwnSuggestions = ({ caller, onSuggest }: OwnSuggestionsProps) => (
  <PagedList
    query={ownRequestsQuery(caller)}
    name="your suggestions"
    more="older suggestions"
    empty={<NoSuggestions onSuggest={onSuggest} />}
    wordsOf={(error) => rankingProblem(error, WORDS.requestsFailed)}
  >
    {(suggestion) => <SuggestionRow key={suggestion.requestId} suggestion={suggestion} />}
  </PagedList>
)

const NoSuggestions = ({ onSuggest }: Pick<OwnSuggestionsProps, 'onSuggest'>) => (
  <Panel kind="open" title={WORDS.noSuggestions} heading="h3">
    <p className="text-ink-2">Is a ride, a snack or a show missing? Tell us, and a moderator adds it.</p>
    <Button quiet small onClick={onSuggest}>
      Add New Item
    </Button>
  </Panel>
)

function SuggestionRow({ suggestion }: { suggestion: OwnItemRequest }) {
  const { name, parkName, type, status, rejection, edit, requestedAt } = suggestion
  return (
    <li className="grid gap-1 border-t border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="font-display text-18 wrap-anywhere">{name}</b>
        <span className="rounded-pill border border-line-strong px-2 text-14">{STATUS_NAMES[status]}</span>
      </p>
      {edit && <Changes request={suggestion} />}
      <p className="text-14 text-ink-2">
        {parkName}, {TYPE_NAMES[type].one}, {dayWords(requestedAt)}
        {rejection && `. ${REJECTION_NAMES[rejection]}`}
      </p>
    </li>
  )
}
