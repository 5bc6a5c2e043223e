import { useState } from 'react'
import { ConfirmPanel } from '../features/activation/confirm-panel.tsx'
import { useConfirmation, type Confirmation } from '../features/activation/use-confirmation.ts'
import { useAddressToken } from '../lib/use-address-token.ts'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from './page-head.tsx'

/** Where the link of the confirmation mail leads. */
export function ConfirmAlertsPage() {
  const { token, forget } = useAddressToken('confirm')
  const [used, setUsed] = useState<string | null>(null)
  const shown = token ?? used
  if (!shown) return <IncompleteLink />
  return (
    <FollowedLink
      key={shown}
      token={shown}
      onUsed={() => {
        setUsed(shown)
        forget()
      }}
    />
  )
}

function FollowedLink({ token, onUsed }: { token: string; onUsed: () => void }) {
  const confirmation = useConfirmation(token, onUsed)
  const title = titleOf(confirmation)
  useTitle(`${title} | Walkon`)
  return (
    <div className="page min-h-dvh pb-24">
      {/* Another title is another state of the page. */}
      <PageHead
        key={title}
        title={title}
        takesFocus={confirmation.state === 'confirmed' || confirmation.state === 'refused'}
      />
      <ConfirmPanel confirmation={confirmation} />
    </div>
  )
}

function titleOf(confirmation: Confirmation): string {
  switch (confirmation.state) {
    case 'refused':
      return confirmation.problem.title
    case 'confirmed':
      return 'Your alerts are on'
    default:
      return 'Turn on your alerts'
  }
}

function IncompleteLink() {
  useTitle('This link is incomplete | Walkon')
  return (
    <div className="page min-h-dvh pb-24">
      <PageHead
        title="This link is incomplete"
        lede="Please open the link in the email we sent you, or fill in the form on the home page again."
      />
      <ButtonLink to="/#alerts">Return to Home</ButtonLink>
    </div>
  )
}
