import type { DestinationView } from '@walkon/contracts/http/parks'
import type { ReactNode } from 'react'
import { GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { homeParks } from '../lib/popular-parks.ts'
import { Panel } from '../ui/panel.tsx'

type UnsetAlertsProps = {
  setup: ReactNode
  recent: ReactNode
  destinations: DestinationView[] | undefined
  /** True if an address or the last visit named a park. */
  isNamed: boolean
}

/** Before a park is chosen: the popular ones to tap, below the list of all. */
export const UnsetAlerts = ({ setup, recent, destinations, isNamed }: UnsetAlertsProps) => (
  <div className="grid gap-6">
    {setup}
    {destinations && isNamed ? (
      <Panel kind="open" title={GET_ALERTS_TEXTS.setup.title} heading="h2">
        <p className="text-ink-2">
          We don’t know the park of your last visit or link. {GET_ALERTS_TEXTS.setup.text}
        </p>
      </Panel>
    ) : (
      <p className="text-ink-2">Pick a park to see its rides and waits.</p>
    )}
    {destinations && (
      <section className="grid gap-2" aria-labelledby="popular">
        <h2 id="popular" className="text-28 leading-8">
          Popular right now
        </h2>
        <PopularParksNow page="/get-alerts" parks={homeParks(destinations).popular} />
      </section>
    )}
    {recent}
  </div>
)
