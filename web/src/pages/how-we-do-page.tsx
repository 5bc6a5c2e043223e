import { OUTAGE_FEED } from '@walkon/contracts/http/how-we-do'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertFacts } from '../features/how-we-do/alert-facts.tsx'
import { GuaranteeFacts } from '../features/how-we-do/guarantee-facts.tsx'
import { Outages } from '../features/how-we-do/outages.tsx'
import { alertCountsQuery, guaranteeCountsQuery, outagesQuery } from '../features/how-we-do/queries.ts'
import { AfterHydration } from '../lib/after-hydration.tsx'
import { Shown } from '../lib/shown.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Loading } from '../ui/loading.tsx'
import { PageHead } from './page-head.tsx'

const TERMS = [
  [
    'Clock starts',
    'When the park posts the wait. We read every park once a minute, so most of the time is that. A watch that began while the ride was short is left out.',
  ],
  ['Clock stops', 'When the carrier, mail server or push service takes the alert. The last hop is theirs.'],
  ['Delivered', 'They say it arrived. Push services don’t say, so push counts as sent only.'],
  [
    'Still short',
    'Ten minutes on, the posted wait was still at or under the visitor’s own limit. Reopenings are left out.',
  ],
  [
    'Left out',
    'Test alerts, and news that a ride is probably done. A number under ten is “fewer than 10”, so that none tells of one visitor.',
  ],
] as const

/** How Walkon keeps its promise: counts of the last 30 days. One part that fails fails alone. */
export const HowWeDoPage = () => (
  <div className="page pb-24">
    <PageHead />
    <AfterHydration place={<Waiting />}>
      <Counts />
    </AfterHydration>
  </div>
)

/** The parts are drawn together when each has its answer: one that came alone would move those below. */
function Counts() {
  const answers = [useQuery(alertCountsQuery), useQuery(guaranteeCountsQuery), useQuery(outagesQuery)]
  const [isShown, setShown] = useState(false)
  // Stays so while one part is asked again.
  if (!isShown && answers.every(({ isPending }) => !isPending)) setShown(true)
  if (!isShown) return <Waiting />
  return (
    <div className="grid gap-16">
      <AlertFacts />
      <Shown for="payers">
        <GuaranteeFacts />
      </Shown>
      <Outages />
      <HowWeCount />
    </div>
  )
}

const Waiting = () => (
  <div className="grid gap-16">
    <Loading label="Loading the numbers" className="h-dvh!" />
    <HowWeCount />
  </div>
)

const HowWeCount = () => (
  <section aria-labelledby="count" className="grid gap-5">
    <h2 id="count" className="text-28 leading-8">
      How we count
    </h2>
    <dl className="border-t border-line-strong">
      {TERMS.map(([term, text]) => (
        <div key={term} className="grid gap-x-6 border-b border-line py-3 md:grid-cols-[232px_minmax(0,1fr)]">
          <dt className="font-display font-bold">{term}</dt>
          <dd className="max-w-[68ch] text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="text-ink-2">
      The same numbers <a href="/api/how-we-do">as JSON</a>, and the outages{' '}
      <a href={OUTAGE_FEED}>as an Atom feed</a>, for anybody’s use.
    </p>
    <div>
      <ButtonLink to="/get-alerts">Get alerts</ButtonLink>
    </div>
  </section>
)
