import { DESTINATIONS, type LinkedFlightAlert } from '@walkon/contracts/http/flights'
import { usDate } from '@walkon/contracts/us-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ALERT_CREATED, flightProblem } from '../features/flights/flight-words.ts'
import { confirmAlert, linkQuery } from '../features/flights/queries.ts'
import { BadLink } from '../lib/bad-link.tsx'
import { LinkProblem } from '../lib/link-problem.tsx'
import { useAction } from '../lib/use-action.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { FormProblem } from '../ui/form-problem.tsx'
import { Loading } from '../ui/loading.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/** The page of a mail's link that confirms a flight alert. Opening it confirms nothing: a mail program may open every link. */
export function ConfirmFlightAlertPage() {
  const { token } = useAddressToken('confirm-flight')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead />
      {token ? <FollowedLink key={token} token={token} /> : <Incomplete />}
    </div>
  )
}

function FollowedLink({ token }: { token: string }) {
  const link = useQuery(linkQuery(token))
  const client = useQueryClient()
  const confirmation = useAction(async () => {
    client.setQueryData(linkQuery(token).queryKey, await confirmAlert(token))
  }, flightProblem)
  if (link.isPending) return <Loading label="Loading your alert" className="h-40!" />
  if (link.isError)
    return (
      <LinkProblem of={link} wordsOf={flightProblem}>
        <ToFlights />
      </LinkProblem>
    )
  const alert = link.data
  if (alert.isConfirmed) return <TurnedOn alert={alert} />
  return (
    <div className="grid max-w-120 gap-4">
      <Panel title={tripOf(alert)} heading="h2">
        <p>
          We look once a day, and write to <b className="wrap-anywhere">{alert.email}</b> when the cheapest
          fare is ${alert.maxPrice} or less.
        </p>
      </Panel>
      <FormProblem problem={confirmation.problem} />
      <Button busy={confirmation.isBusy} onClick={confirmation.run}>
        {confirmation.isBusy ? 'Turning it on' : 'Turn on my flight alert'}
      </Button>
    </div>
  )
}

function TurnedOn({ alert }: { alert: LinkedFlightAlert }) {
  return (
    <div role="status" className="max-w-120">
      <Panel title={ALERT_CREATED.title} heading="h2">
        <p>{ALERT_CREATED.text}</p>
        <p className="text-ink-2">
          {tripOf(alert)}, at or below ${alert.maxPrice}.
        </p>
        <ButtonLink small to="/flight-deals">
          Find more flights
        </ButtonLink>
      </Panel>
    </div>
  )
}

const Incomplete = () => (
  <BadLink text="Please open the link in the email we sent you, or set the alert again.">
    <ToFlights />
  </BadLink>
)

const ToFlights = () => (
  <ButtonLink small to="/flight-deals">
    Find flights
  </ButtonLink>
)

const tripOf = ({ homeAirport, airport, destinationPark, departureDate, returnDate }: LinkedFlightAlert) =>
  `${homeAirport} to ${airport ?? DESTINATIONS[destinationPark].name}, ${usDate(departureDate)}${returnDate ? ` to ${usDate(returnDate)}` : ''}`
