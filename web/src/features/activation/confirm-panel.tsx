import type { ConfirmedActivation, LinkedActivation } from '@walkon/contracts/http/activations'
import type { ReactNode } from 'react'
import { untilWords } from '../../lib/moment-words.ts'
import { dayLabel } from '../../lib/park-time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Confirmation } from './use-confirmation.ts'

/** The link's order, and the button. A mail program that merely opens every link turns nothing on. */
export function ConfirmPanel({ confirmation }: { confirmation: Confirmation }) {
  switch (confirmation.state) {
    case 'loading':
      return (
        <div
          role="status"
          aria-label="Reading your link"
          className="skeleton h-90! max-w-140 rounded-card!"
        />
      )
    case 'refused':
      return <Refused text={confirmation.problem.text} way={confirmation.problem.way} />
    case 'unread':
      return (
        <div className="max-w-140">
          <Failure title={confirmation.problem.title} busy={confirmation.isBusy} onRetry={confirmation.retry}>
            {confirmation.problem.text}
          </Failure>
        </div>
      )
    case 'ready':
      return <Ready {...confirmation} />
    default:
      return confirmation satisfies never
  }
}

function Ready({ link, problem, confirm, isBusy }: Extract<Confirmation, { state: 'ready' }>) {
  return (
    <section className="ticket max-w-140" aria-labelledby="page-title">
      <div className="ticket__part">
        <ParkAndDays {...link} />
        <p className="wrap-anywhere">
          Alerts for <b>{link.email}</b>
          {link.phoneEnding && (
            <>
              , by text to the number ending in <b>{link.phoneEnding}</b>
            </>
          )}
        </p>
      </div>
      <div className="perf" />
      <div className="ticket__part">
        {problem && (
          <Panel kind="error" title={problem.title} heading="h2">
            <p className="text-ink-2">{problem.text}</p>
          </Panel>
        )}
        <Button wide busy={isBusy} onClick={confirm}>
          {isBusy ? 'Turning on' : 'Turn on my alerts'}
        </Button>
        <p className="text-14 text-ink-2">One tap and we start watching.</p>
      </div>
    </section>
  )
}

/** The key of the answer opens the rides. A link that was followed long before brings none, a reload keeps none, and then log in comes first. */
export function ConfirmedPanel({
  manageToken,
  parkId,
  renderRides,
  ...activation
}: ConfirmedActivation & { renderRides: (token: string, parkId: string) => ReactNode }) {
  const query = manageToken ? `?token=${encodeURIComponent(manageToken)}` : ''
  return (
    <section className="ticket max-w-140" aria-labelledby="page-title">
      <div className="ticket__part">
        <ParkAndDays {...activation} />
      </div>
      <div className="perf" />
      <div className="ticket__part">
        <p>We’ll tell you the minute a ride is short. Choose which rides you want to hear about.</p>
        {manageToken && renderRides(manageToken, parkId)}
        <ButtonLink to={`/manage-alerts${query}`}>Choose your rides</ButtonLink>
        <ButtonLink quiet to={`/live-wait-times?park=${parkId}`}>
          See live wait times
        </ButtonLink>
      </div>
    </section>
  )
}

function ParkAndDays({
  parkName,
  dates,
  passEnd,
}: Pick<LinkedActivation, 'parkName' | 'dates'> & Pick<ConfirmedActivation, 'passEnd'>) {
  return (
    <div>
      <h2 className="ticket__title">{parkName}</h2>
      <ul className="flex flex-wrap gap-x-4 pt-1 text-ink-2">
        {dates.map((date) => (
          <li key={date}>{dayLabel(date)}</li>
        ))}
      </ul>
      {passEnd && <p className="text-14 text-ink-2">Until {untilWords(passEnd)}</p>}
    </div>
  )
}

/** A link that is wrong or old, days that are over and a code that is refused stay so: the form is the way on. */
function Refused({ text, way }: { text: string; way: string | null }) {
  return (
    <div className="grid max-w-140 justify-items-start gap-6">
      <p className="lede">{text}</p>
      {way && <ButtonLink to="/#alerts">{way}</ButtonLink>}
    </div>
  )
}
