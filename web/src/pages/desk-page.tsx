import { useQuery } from '@tanstack/react-query'
import type { FoundVisitor } from '@walkon/contracts/http/desk'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth.ts'
import { FindForm } from '../features/desk/find-form.tsx'
import { KeyHelp } from '../features/desk/key-help.tsx'
import { VisitorDesk } from '../features/desk/visitor-desk.tsx'
import { findVisitors, visitorQuery } from '../features/desk/queries.ts'
import { destinationsQuery } from '../features/parks/queries.ts'
import { SetAside } from '../features/set-aside/set-aside.tsx'
import { alertSettingsQuery } from '../features/settings/queries.ts'
import type { Caller } from '../lib/api.ts'
import { LoadProblem } from '../lib/load-problem.tsx'
import { Loading } from '../ui/loading.tsx'
import { RoomPage } from './room-page.tsx'

/** The support desk: find a visitor, see what happened, put it right. */
export const DeskPage = () => <RoomPage role="support">{(caller) => <Desk caller={caller} />}</RoomPage>

const PATH = '/admin/desk'
/** The state of an entry that a search has cleared. */
const SEARCH = 'search'

/**
 * The visitor is in the state of the history entry, so that back, forward and a reload show them again and no address of ours ever
 * names them. A search leaves the visitor who was shown for an empty entry, which the visitor who is found takes over: nobody acts on one who
 * was not sought.
 */
function Desk({ caller }: { caller: Caller }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const found = toFound(state)
  const isSearch = state === SEARCH
  const isAdmin = useAuth().user?.roles.includes('admin') ?? false
  const open = (visitor: FoundVisitor, replace: boolean) =>
    void navigate(PATH, { state: { visitor }, replace })
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2 print:hidden">
        <div className="min-w-0 grow basis-80 lg:max-w-150">
          <FindForm
            find={(typed) => findVisitors(caller, typed)}
            isAnswered={found !== null}
            onSeek={() => void (found && navigate(PATH, { state: SEARCH }))}
            onFind={(visitor) => open(visitor, isSearch || found !== null)}
            onChoose={(visitor) => open(visitor, isSearch)}
          />
        </div>
        <KeyHelp />
      </div>
      {found ? (
        <FoundDesk key={found.email} caller={caller} found={found} isAdmin={isAdmin} />
      ) : (
        <p className="text-ink-2 print:hidden">
          Each look-up is an entry of the audit trail, with your account.
        </p>
      )}
      {!found && !isSearch && isAdmin && <SetAside caller={caller} />}
    </div>
  )
}

type FoundDeskProps = { caller: Caller; found: FoundVisitor; isAdmin: boolean }

function FoundDesk({ caller, found, isAdmin }: FoundDeskProps) {
  const navigate = useNavigate()
  const [showsNumbers, setShowsNumbers] = useState(false)
  const query = useQuery(visitorQuery(caller, found, showsNumbers))
  const settings = useQuery(alertSettingsQuery)
  const destinations = useQuery(destinationsQuery)
  if (query.isError) return <LoadProblem of={query} title="The visitor could not be read" />
  if (settings.isError) return <LoadProblem of={settings} title="The cooldown could not be read" />
  if (!query.data || !settings.data) return <Loading label="Reading the visitor" className="h-120" />
  const { visitor, missing } = query.data
  return (
    <VisitorDesk
      caller={caller}
      isAdmin={isAdmin}
      onChanged={() => query.refetch()}
      onErased={async () => navigate(PATH, { replace: true, state: null })}
      visitor={visitor}
      missing={missing}
      destinations={destinations.data ?? []}
      cooldownMinutes={settings.data.alertCooldownMinutes}
      showsNumbers={showsNumbers}
      onShowNumbers={() => setShowsNumbers(true)}
    />
  )
}

/** Reads the visitor of a history entry, which other code can have written. */
function toFound(state: unknown): FoundVisitor | null {
  if (typeof state !== 'object' || state === null || !('visitor' in state)) return null
  const { visitor } = state
  if (typeof visitor !== 'object' || visitor === null || !('email' in visitor)) return null
  const { email } = visitor
  const userId = 'userId' in visitor && typeof visitor.userId === 'string' ? visitor.userId : null
  return typeof email === 'string' ? { email, userId } : null
}
