import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import { useState } from 'react'
import { enum as oneOf, minLength, object, regex, string, trim, type output } from 'zod/mini'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { EntryDialog } from '../../lib/entry-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
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

const entries = object({
  code: string().check(trim(), minLength(1, { error: 'code' })),
  percent: string().check(trim(), regex(/^([1-9]\d?|100)$/, { error: 'percent' })),
  channel: oneOf(['email', 'sms']),
})

const ENTRY_TEXTS = {
  code: { title: 'Code required', text: 'Please enter the code that goes to them.' },
  percent: { title: 'Percent required', text: 'Please enter a whole number from 1 to 100.' },
}

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
    entryTexts={ENTRY_TEXTS}
  >
    {(field) => (
      <>
        <p className="wrap-anywhere">
          {email} gets a mail with a promo code of their own. The decision is final, and the code is never
          changed.
        </p>
        <TextField
          {...field('code')}
          label="Code"
          hint="letters, digits and hyphens"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <TextField
          {...field('percent')}
          label="Percent off"
          hint="1 to 100"
          inputMode="numeric"
          maxLength={3}
          defaultValue="10"
        />
        <SelectField {...field('channel')} label="Alerts" defaultValue="email">
          <option value="email">Email</option>
          <option value="sms">SMS</option>
        </SelectField>
      </>
    )}
  </EntryDialog>
)
