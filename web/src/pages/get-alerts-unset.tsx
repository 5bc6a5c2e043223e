import type { DestinationView } from '@walkon/contracts/http/parks'
import { useState, type ReactNode } from 'react'
import { GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { PopularParksNow } from '../features/parks/popular-parks-now.tsx'
import { homeParks } from '../lib/popular-parks.ts'
import { Button } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { GetAlertsFrame } from './get-alerts-frame.tsx'

type UnsetAlertsProps = {
  setup: ReactNode
  recent: ReactNode
  destinations: DestinationView[] | undefined
  /** True if an address or the last visit named a park. */
  isNamed: boolean
}

/** Before a park is chosen: the popular ones to tap, and the list of all. */
export function UnsetAlerts({ setup, recent, destinations, isNamed }: UnsetAlertsProps) {
  const [wasPressed, setPressed] = useState(false)
  return (
    <GetAlertsFrame
      setup={setup}
      ticket={
        <section className="ticket" aria-label="Alerts">
          <div className="ticket__part">
            <h2 className="ticket__title">Choose a park</h2>
            <p>
              {isNamed && destinations
                ? 'We don’t know the park of your last visit or link. Choose another one.'
                : 'Pick a park to see its rides and waits.'}
            </p>
          </div>
          <div className="perf" />
          <div className="ticket__part">
            {wasPressed && <FormProblem problem={GET_ALERTS_TEXTS.setup} />}
            <Button wide quiet onClick={() => setPressed(true)}>
              Activate Alerts
            </Button>
          </div>
        </section>
      }
      recent={recent}
    >
      {destinations && (
        <section className="grid gap-2" aria-labelledby="popular">
          <h2 id="popular" className="text-28 leading-8">
            Popular right now
          </h2>
          <PopularParksNow page="/get-alerts" parks={homeParks(destinations).popular} />
        </section>
      )}
    </GetAlertsFrame>
  )
}
