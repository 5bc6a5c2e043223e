import { useMemo } from 'react'
import { useNow } from '../../lib/use-now.ts'
import type { Caller } from '../../lib/api.ts'
import { NotAnswered } from '../../lib/not-answered.tsx'
import type { Destinations } from './act-fields.tsx'
import { listActs } from './acts.ts'
import type { ActOffer } from './asked-act.tsx'
import { counted } from './counted.ts'
import { deskTitle } from './desk-title.ts'
import { DeskSection } from './desk-section.tsx'
import { Facts } from './facts.tsx'
import { listFindings } from './findings.ts'
import { Happened } from './happened.tsx'
import { LikelyQuestions } from './likely-questions.tsx'
import { ProviderLists } from './provider-lists.tsx'
import { PutRight } from './put-right.tsx'
import { useDay } from './use-day.ts'
import { isMissing, NOT_KNOWN } from './not-known.ts'
import type { Visitor } from './visitor.ts'
import { VisitorHead } from './visitor-head.tsx'

type VisitorDeskProps = {
  caller: Caller
  visitor: Visitor
  destinations: Destinations
  /** True if acts that are for admins alone are offered. */
  isAdmin: boolean
  cooldownMinutes: number
  showsNumbers: boolean
  onShowNumbers: () => void
  /** True while the visitor is read again. */
  isReading: boolean
  /** Reads the visitor again: after an act, and for what is missing. */
  onChanged: () => Promise<unknown>
  onErased: () => Promise<unknown>
}

/** A visitor as the services know them: who they are, why something happened, and all that did. */
export function VisitorDesk(props: VisitorDeskProps) {
  const {
    caller,
    visitor,
    destinations,
    cooldownMinutes,
    isAdmin,
    isReading,
    onChanged,
    onErased,
    ...numbers
  } = props
  const now = useNow()
  const findings = useMemo(() => listFindings(visitor, now), [visitor, now])
  const day = useDay(visitor, cooldownMinutes, now)
  const groups = listActs(caller, visitor, { today: todayOf(now), isAdmin })
  const offer: ActOffer = {
    destinations,
    onDone: ({ endsVisitor }) => (endsVisitor ? onErased() : onChanged()),
  }
  return (
    <section aria-labelledby="visitor" className="grid gap-4">
      <VisitorHead visitor={visitor} now={now} />
      <PutRight visitor={visitor} groups={groups} offer={offer} />
      <NotAnswered parts={visitor.missing.map(deskTitle)} busy={isReading} onRetry={() => void onChanged()} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_260px]">
        <div className="grid min-w-0 content-start gap-8">
          <LikelyQuestions
            isWhole={!isMissing(visitor, 'billing', 'alerts', 'notifications')}
            day={day}
            visitor={visitor}
            findings={findings}
            acts={groups.flatMap(({ acts }) => acts)}
            offer={offer}
            cooldownMinutes={cooldownMinutes}
            now={now}
          />
          <Happened visitor={visitor} day={day} />
        </div>
        <aside aria-label={`About ${visitor.email}`} className="min-w-0 border-line lg:border-l lg:pl-6">
          <DeskSection
            title="Account and orders"
            summary={railSummary(visitor)}
            news={railNews(visitor)}
            isAside
          >
            <div className="grid gap-6">
              <Facts visitor={visitor} now={now} {...numbers} />
              <ProviderLists caller={caller} email={visitor.email} />
            </div>
          </DeskSection>
        </aside>
      </div>
    </section>
  )
}

function railSummary(visitor: Visitor): string {
  const { orders, devices, suppressions } = visitor
  return [
    isMissing(visitor, 'billing') ? `orders ${NOT_KNOWN}` : counted(orders.length, 'order'),
    isMissing(visitor, 'notifications') ? `devices ${NOT_KNOWN}` : counted(devices.length, 'device'),
    suppressions.length > 0 && 'mails or texts suppressed',
  ]
    .filter((part) => part !== false)
    .join(', ')
}

/** Lists refunds, disputes and suppressions, of which a new one unfolds the rail. */
const railNews = ({ payments, suppressions }: Visitor): string | null =>
  [
    ...payments
      .filter(({ refundedCents, disputed }) => refundedCents > 0 || disputed)
      .map(({ id, refundedCents, disputed }) => `${id} ${refundedCents} ${disputed}`),
    ...suppressions.map(({ channel, scope, since }) => `${channel} ${scope} ${since}`),
  ].join(', ') || null

/** The day it is where the staff sits: billing refuses one that is over in the park. */
const todayOf = (now: Date) => now.toLocaleDateString('en-CA')
