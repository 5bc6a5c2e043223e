import type { OwnItemRequest } from '@walkon/contracts/http/moderation'
import type { Caller } from '../../lib/api.ts'
import { dayWords } from '../../lib/day-words.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { ownRequestsQuery } from './queries.ts'
import { rankingProblem, REJECTION_NAMES, STATUS_NAMES, TYPE_NAMES, WORDS } from './ranking-words.ts'
import { Changes } from './request-list.tsx'

/** A visitor's suggestions with their outcomes, newest first. */
export const OwnSuggestions = ({ caller }: { caller: Caller }) => (
  <PagedList
    query={ownRequestsQuery(caller)}
    name="your suggestions"
    more="older suggestions"
    empty={<p className="text-ink-2">{WORDS.noSuggestions}</p>}
    wordsOf={(error) => rankingProblem(error, WORDS.requestsFailed)}
  >
    {(suggestion) => <SuggestionRow key={suggestion.requestId} suggestion={suggestion} />}
  </PagedList>
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
