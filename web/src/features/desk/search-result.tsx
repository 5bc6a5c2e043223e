import { useQuery } from '@tanstack/react-query'
import type { FoundVisitor } from '@walkon/contracts/http/desk'
import { Navigate } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { searchQuery, type Found } from './queries.ts'
import { isForAdmins, keyWords } from './search-keys.ts'
import { DESK_PATH, type Search, type Shown } from './shown.ts'

type SearchResultProps = { caller: Caller; search: Search; isAdmin: boolean }

/** The answer of a look-up. A single visitor who has what was sought is opened at once; one whose address is only near it is opened when chosen. */
export function SearchResult({ caller, search: { id, text }, isAdmin }: SearchResultProps) {
  const isRefused = !isAdmin && isForAdmins(text)
  const query = useQuery({ ...searchQuery(caller, { id, text }), enabled: !isRefused })
  const visitors = query.data?.visitors ?? []
  const [only, other] = visitors
  if (only && !other && !query.data?.areNear) return <Navigate to={DESK_PATH} replace state={toState(only)} />
  const found = isRefused ? null : query.data
  const words = found === undefined ? null : wordsOf(text, found, isAdmin)
  return (
    <div className="grid max-w-180 gap-4 pt-4">
      {query.isLoading && <Loading label={`Looking for ${text}`} className="h-40" />}
      {query.isError && <LoadProblem of={query} />}
      <div role="status" className="grid gap-1">
        {words && (
          <>
            <h2 className="text-28! leading-8! wrap-anywhere">{words.title}</h2>
            <p className="text-ink-2">{words.text}</p>
          </>
        )}
      </div>
      {visitors.length > 0 && <Choice visitors={visitors} />}
    </div>
  )
}

const toState = (visitor: FoundVisitor): Shown => ({ visitor })

function wordsOf(text: string, found: Found | null, isAdmin: boolean) {
  if (found === null)
    return {
      title: 'Nothing to look for',
      text: `Enter ${keyWords(isAdmin)}.`,
    }
  const { visitors, areNear } = found
  if (visitors.length > 0 && !areNear)
    return { title: `${visitors.length} visitors have this`, text: `They share ${text}.` }
  return {
    title: `Nobody found for ${text}`,
    text:
      visitors.length > 0
        ? `Did they mean ${visitors.length === 1 ? 'this address' : 'one of these addresses'}?`
        : 'Check the spelling. A deleted account leaves nothing, and cannot come back: a new sign-up starts fresh.',
  }
}

const Choice = ({ visitors }: { visitors: FoundVisitor[] }) => (
  <ul aria-label="Visitors" className="border-t border-line-strong">
    {visitors.map((visitor) => (
      <li
        key={visitor.email}
        className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-1"
      >
        <b className="min-w-0 wrap-anywhere">{visitor.email}</b>
        <ButtonLink
          quiet
          small
          className="shrink-0"
          to={DESK_PATH}
          state={toState(visitor)}
          aria-label={`Open ${visitor.email}`}
        >
          Open
        </ButtonLink>
      </li>
    ))}
  </ul>
)
