import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import { useState } from 'react'
import { object, type output } from 'zod/mini'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { EntryDialog } from '../../lib/entry-dialog.tsx'
import {
  CodeAndChannel,
  NEW_CODE_TEXTS,
  newCodeEntries,
  PercentField,
  percentEntry,
} from '../../lib/new-code-entries.tsx'
import { Button } from '../../ui/button.tsx'
import { decisionProblem, type Offer } from './decision-words.ts'

type DecideButtonsProps = {
  application: AffiliateApplication
  onAccept: (offer: Offer) => Promise<unknown>
  onDecline: () => Promise<unknown>
}

/** Accepts or declines an application, each after a question: the decision is final, and mailed. */
export function DecideButtons({ application, onAccept, onDecline }: DecideButtonsProps) {
  const [asked, setAsked] = useState<'accept' | 'decline' | null>(null)
  const { fullName, email } = application
  const close = () => setAsked(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button quiet small aria-label={`Accept ${fullName}`} onClick={() => setAsked('accept')}>
        Accept
      </Button>
      <Button quiet small aria-label={`Decline ${fullName}`} onClick={() => setAsked('decline')}>
        Decline
      </Button>
      {asked === 'accept' && <AcceptDialog application={application} onAccept={onAccept} onClose={close} />}
      {asked === 'decline' && (
        <ConfirmDialog
          title={`Decline ${fullName}?`}
          words={{ action: 'Decline and mail', busy: 'Declining', keep: 'Not yet' }}
          onConfirm={onDecline}
          onClose={close}
          wordsOf={decisionProblem}
        >
          <p className="wrap-anywhere">
            {email} gets a mail that we cannot take them in this time. The decision is final.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const entries = object({ ...newCodeEntries, percent: percentEntry })

type AcceptDialogProps = Pick<DecideButtonsProps, 'application' | 'onAccept'> & { onClose: () => void }

const AcceptDialog = ({ application: { fullName, email }, onAccept, onClose }: AcceptDialogProps) => (
  <EntryDialog<output<typeof entries>>
    title={`Accept ${fullName}?`}
    words={{ action: 'Accept and mail', busy: 'Accepting', keep: 'Not yet' }}
    onClose={onClose}
    schema={entries}
    send={({ percent, ...offer }) => onAccept({ ...offer, percent: Number(percent) })}
    fieldOfCode={{ 'promo-code-exists': 'code' }}
    toText={decisionProblem}
    entryTexts={NEW_CODE_TEXTS}
  >
    {(field) => (
      <>
        <p className="wrap-anywhere">
          {email} gets a mail with a promo code of their own. The decision is final, and the code is never
          changed.
        </p>
        <CodeAndChannel field={field} />
        <PercentField field={field} defaultValue="10" />
      </>
    )}
  </EntryDialog>
)
