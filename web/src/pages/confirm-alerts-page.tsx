import type { ConfirmedActivation } from '@walkon/contracts/http/activations'
import { useState } from 'react'
import { ConfirmedPanel, ConfirmPanel } from '../features/activation/confirm-panel.tsx'
import { keepConfirmation, readKeptConfirmation } from '../features/activation/kept-confirmation.ts'
import { useConfirmation, type Confirmation } from '../features/activation/use-confirmation.ts'
import { BadLink } from '../lib/bad-link.tsx'
import { useAddressToken } from '../lib/use-address-token.ts'
import { ButtonLink } from '../ui/button.tsx'
import { FirstRides } from './first-rides.tsx'
import { PageHead } from './page-head.tsx'

/** The page of the confirmation mail's link. */
export function ConfirmAlertsPage() {
  const { token, forget } = useAddressToken('confirm')
  const [confirmed, setConfirmed] = useState(() => readKeptConfirmation(new Date()))

  function keep(activation: ConfirmedActivation): void {
    keepConfirmation(activation)
    setConfirmed(activation)
    forget()
  }

  if (token) return <FollowedLink key={token} token={token} onConfirmed={keep} />
  return confirmed ? <AlertsOn activation={confirmed} /> : <IncompleteLink />
}

type FollowedLinkProps = { token: string; onConfirmed: (activation: ConfirmedActivation) => void }

function FollowedLink({ token, onConfirmed }: FollowedLinkProps) {
  const confirmation = useConfirmation(token, onConfirmed)
  const title = titleOf(confirmation)
  return (
    <div className="page min-h-dvh pb-24">
      {/* Another title is another state of the page. */}
      <PageHead key={title} title={title} takesFocus={confirmation.state === 'refused'} />
      <ConfirmPanel confirmation={confirmation} />
    </div>
  )
}

const titleOf = (confirmation: Confirmation) =>
  confirmation.state === 'refused' ? confirmation.problem.title : 'Turn on your alerts'

function AlertsOn({ activation }: { activation: ConfirmedActivation }) {
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead title="Your alerts are on" takesFocus />
      <ConfirmedPanel
        {...activation}
        renderRides={(token, parkId) => <FirstRides token={token} parkId={parkId} />}
      />
    </div>
  )
}

function IncompleteLink() {
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead title="Turn on your alerts" />
      <BadLink text="Please open the link in the email we sent you, or fill in the form on the home page again.">
        <ButtonLink small to="/#alerts">
          Return to Home
        </ButtonLink>
      </BadLink>
    </div>
  )
}
