import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
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

const REFUSED = {
  code: { title: 'Code required', text: 'Please enter the code that goes to them.' },
  percent: { title: 'Percent required', text: 'Please enter a whole number from 1 to 100.' },
}
type Refused = keyof typeof REFUSED | null

const isPercent = (entered: string): boolean => /^([1-9]\d?|100)$/.test(entered.trim())

type AcceptDialogProps = Pick<DecideButtonsProps, 'application' | 'onAccept'> & { onClose: () => void }

function AcceptDialog({ application: { fullName, email }, onAccept, onClose }: AcceptDialogProps) {
  const [code, setCode] = useState('')
  const [percent, setPercent] = useState('10')
  const [channel, setChannel] = useState<Offer['channel']>('email')
  const [refused, setRefused] = useState<Refused>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const percentField = useRef<HTMLInputElement>(null)
  function checkEntries(): boolean {
    const wrong = code.trim() === '' ? 'code' : isPercent(percent) ? null : 'percent'
    setRefused(wrong)
    if (wrong) (wrong === 'code' ? codeField : percentField).current?.focus()
    return wrong === null
  }
  return (
    <ConfirmDialog
      title={`Accept ${fullName}?`}
      words={{ action: 'Accept and mail', busy: 'Accepting', keep: 'Not yet' }}
      checkEntries={checkEntries}
      onConfirm={() => onAccept({ code, channel, percent: Number(percent) })}
      onClose={onClose}
      wordsOf={decisionProblem}
    >
      <p className="wrap-anywhere">
        {email} gets a mail with a promo code of their own. The decision is final, and the code is never
        changed.
      </p>
      <TextField
        ref={codeField}
        label="Code"
        problem={refused === 'code' ? REFUSED.code : undefined}
        hint="letters, digits and hyphens"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <TextField
        ref={percentField}
        label="Percent off"
        problem={refused === 'percent' ? REFUSED.percent : undefined}
        hint="1 to 100"
        inputMode="numeric"
        maxLength={3}
        value={percent}
        onChange={(event) => setPercent(event.target.value)}
      />
      <SelectField
        label="Alerts"
        value={channel}
        onChange={(event) => setChannel(event.target.value === 'sms' ? 'sms' : 'email')}
      >
        <option value="email">Email</option>
        <option value="sms">SMS</option>
      </SelectField>
    </ConfirmDialog>
  )
}
