import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FoundVisitor } from '@walkon/contracts/http/desk'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { KeyHelp } from '../features/desk/key-help.tsx'
import { visitorQuery, waitsOfDays } from '../features/desk/queries.ts'
import { keyWords } from '../features/desk/search-keys.ts'
import { SearchResult } from '../features/desk/search-result.tsx'
import { DESK_PATH, toShown, type Shown } from '../features/desk/shown.ts'
import { VisitorDesk } from '../features/desk/visitor-desk.tsx'
import { destinationsQuery } from '../features/parks/queries.ts'
import { SetAside } from '../features/set-aside/set-aside.tsx'
import { alertSettingsQuery } from '../features/settings/queries.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { Loading } from '../ui/loading.tsx'
import { RolePage } from './role-page.tsx'

/** The support desk: find a visitor, see what happened, put it right. */
export function DeskPage() {
  const shown = toShown(useLocation().state)
  return (
    <RolePage role="support" hidesHead={shown !== null}>
      {(caller) => (
        <>
          <Desk caller={caller} shown={shown} />
          <KeyHelp />
        </>
      )}
    </RolePage>
  )
}

function Desk({ caller, shown }: { caller: Caller; shown: Shown }) {
  const isAdmin = useAuth().user?.roles.includes('admin') ?? false
  if (!shown)
    return (
      <div className="grid gap-8">
        <p className="max-w-180 text-ink-2">
          Find a visitor in the bar above, by {keyWords(isAdmin)}. Each look-up is an entry of the audit
          trail, with your account.
        </p>
        {isAdmin && <SetAside caller={caller} />}
      </div>
    )
  if ('search' in shown)
    return <SearchResult key={shown.search.id} caller={caller} search={shown.search} isAdmin={isAdmin} />
  return <FoundDesk key={shown.visitor.email} caller={caller} found={shown.visitor} isAdmin={isAdmin} />
}

type FoundDeskProps = { caller: Caller; found: FoundVisitor; isAdmin: boolean }

function FoundDesk({ caller, found, isAdmin }: FoundDeskProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [showsNumbers, setShowsNumbers] = useState(false)
  const query = useQuery(visitorQuery(caller, found, showsNumbers))
  const settings = useQuery(alertSettingsQuery)
  const destinations = useQuery(destinationsQuery)
  if (query.isError) return <LoadProblem of={query} title="The visitor could not be read" />
  if (settings.isError) return <LoadProblem of={settings} title="The cooldown could not be read" />
  if (!query.data || !settings.data)
    return <Loading label={`Reading ${found.email}`} className="mt-4 h-120" />
  return (
    <VisitorDesk
      caller={caller}
      isAdmin={isAdmin}
      isReading={query.isFetching}
      onChanged={() => {
        void client.invalidateQueries(waitsOfDays)
        return query.refetch()
      }}
      onErased={async () => navigate(DESK_PATH, { replace: true, state: null })}
      visitor={query.data}
      destinations={destinations}
      cooldownMinutes={settings.data.alertCooldownMinutes}
      showsNumbers={showsNumbers}
      onShowNumbers={() => setShowsNumbers(true)}
    />
  )
}
