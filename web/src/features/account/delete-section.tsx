import type { Offer } from '@walkon/contracts/offers'
import { useState } from 'react'
import { isOffered } from '../../lib/offers.ts'
import type { OwnerProof } from '../../lib/owner-proof.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { ProofForm } from './proof-form.tsx'

type DeleteSectionProps = {
  email: string
  /** The outcome for a plan that runs; null without one. */
  plan: string | null
  hasPassword: boolean
  onDelete: (proof: OwnerProof) => Promise<void>
  onSendCode: () => Promise<void>
}

/** Data of an account beside its passes, and the offer that each needs. */
const LISTS: [name: string, offer?: Offer][] = [
  ['ride checklist'],
  ['restaurant alerts'],
  ['flight alerts', 'flights'],
  ['Lightning Lane days, with one that runs', 'payments'],
]

export function DeleteSection({ email, plan, hasPassword, onDelete, onSendCode }: DeleteSectionProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Section
      title="Delete account"
      text="Permanent and immediate. It can’t be undone."
      value="Gone for good"
      act="Delete"
    >
      <Button quiet className="justify-self-start" onClick={() => setAsked(true)}>
        Delete my account
      </Button>
      {isAsked && (
        <Dialog title="Delete your account?" onClose={() => setAsked(false)}>
          <div>
            <p className="font-bold wrap-anywhere">Deleting {email}’s account removes:</p>
            <ul className="list-disc pl-5">
              {plan && <li>{plan}</li>}
              <li>every pass, including days still to come</li>
              <li>your rides and limits, so you won’t get any alerts</li>
              <li>
                your{' '}
                {LISTS.filter(([, offer]) => !offer || isOffered(offer))
                  .map(([name]) => name)
                  .join(', ')}
              </li>
              <li>your ratings, reviews and suggestions</li>
              <li>the alerts and emails we sent you</li>
              <li>your names, your password and all sessions</li>
            </ul>
          </div>
          <ProofForm
            email={email}
            hasPassword={hasPassword}
            words={{ reason: null, action: 'Delete everything', busy: 'Deleting', keep: 'Keep my account' }}
            onProof={onDelete}
            onSendCode={onSendCode}
            onCancel={() => setAsked(false)}
          />
        </Dialog>
      )}
    </Section>
  )
}
