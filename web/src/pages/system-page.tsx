import { useAuth } from '../features/auth/use-auth.ts'
import { DeadLetters } from '../features/system/dead-letters.tsx'
import { FigureList } from '../features/system/figure-list.tsx'
import { PollList } from '../features/system/poll-list.tsx'
import { SendPlot } from '../features/system/send-plot.tsx'
import { SoldDays } from '../features/system/sold-days.tsx'
import type { Caller } from '../lib/api.ts'
import { useNow } from '../lib/use-now.ts'
import { RolePage } from './role-page.tsx'

/** How the running product is, for support and admins. It reads itself anew every half minute. */
export const SystemPage = () => <RolePage role="support">{(caller) => <System caller={caller} />}</RolePage>

function System({ caller }: { caller: Caller }) {
  const now = useNow()
  const isAdmin = useAuth().user?.roles.includes('admin') ?? false
  return (
    <div className="grid gap-10">
      <FigureList caller={caller} />
      {isAdmin && <DeadLetters caller={caller} now={now} />}
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <SendPlot caller={caller} now={now} />
        <div className="grid content-start gap-10">
          <PollList caller={caller} now={now} />
          <SoldDays caller={caller} />
        </div>
      </div>
    </div>
  )
}
