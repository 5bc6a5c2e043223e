import { ConfirmPanel } from '../features/activation/confirm-panel.tsx'
import { useAddressToken } from '../lib/use-address-token.ts'
import { useState } from 'react'
import { useTitle } from '../lib/use-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { PageHead } from './page-head.tsx'

/** Where the link of the confirmation mail leads. */
export function ConfirmAlertsPage() {
  useTitle('Confirm your alerts | Walkon')
  const { token, forget } = useAddressToken('confirm')
  const [isUsed, setUsed] = useState<string | null>(null)
  const shown = token ?? isUsed

  return (
    <div className="page pb-24">
      <PageHead title="Confirm your alerts" />
      {shown ? (
        <ConfirmPanel
          key={shown}
          token={shown}
          onUsed={() => {
            setUsed(shown)
            forget()
          }}
        />
      ) : (
        <Panel title="This link is not complete" heading="h2">
          <p className="text-ink-2">
            Please open the link in the mail we sent you, or fill in the form on the home page again.
          </p>
          <ButtonLink to="/">Return to Home</ButtonLink>
        </Panel>
      )}
    </div>
  )
}
