import { useState, type ReactNode } from 'react'
import { GET_ALERTS_TEXTS } from '../features/get-alerts/get-alerts-words.ts'
import { Button } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { GetAlertsFrame } from './get-alerts-frame.tsx'

type UnsetAlertsProps = { setup: ReactNode; recent: ReactNode; isUnknown: boolean }

/** Before a park is chosen. */
export function UnsetAlerts({ setup, recent, isUnknown }: UnsetAlertsProps) {
  const [wasPressed, setPressed] = useState(false)
  return (
    <GetAlertsFrame
      setup={setup}
      ticket={
        <section className="ticket" aria-label="Alerts">
          <div className="ticket__part">
            <h2 className="ticket__title">Choose a park</h2>
            <p>
              {isUnknown
                ? 'We don’t know the park of your last visit or link. Choose another one.'
                : 'Pick a park to see its rides and waits.'}
            </p>
          </div>
          <div className="perf" />
          <div className="ticket__part">
            {wasPressed && <FormProblem problem={GET_ALERTS_TEXTS.setup} />}
            <Button wide onClick={() => setPressed(true)}>
              Activate Alerts
            </Button>
          </div>
        </section>
      }
      recent={recent}
    />
  )
}
