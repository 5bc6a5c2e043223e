import { useState, type ReactNode } from 'react'
import { later } from '../../lib/later.ts'
import { FormIcon } from '../../ui/form-icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isOffered } from '../../lib/offers.ts'
import { LaterPart } from '../../lib/later-part.tsx'
import type { OrderChannel } from './draft.ts'

const SmsNotice = later(() => import('./sms-notice.tsx'), 'SmsNotice')

type ChannelChoiceProps = {
  channel: OrderChannel
  /** True if SMS is sold. Undefined while this is being asked, null if it cannot be known. */
  isSmsSold: boolean | null | undefined
  onChange: (channel: OrderChannel) => void
  /** Push as a third choice, where the page shows this browser's part in it. It comes with any pass, which is then one for email. */
  push?: { isChosen: boolean; onChoose: (isChosen: boolean) => void }
}

/**
 * How alerts are sent. Choosing an SMS that is only announced says so and returns to email (core, section 2). Without
 * a choice the row says email, so that the form does not move when the answer comes.
 */
export function ChannelChoice({ channel, isSmsSold, onChange, push }: ChannelChoiceProps) {
  const [isNoticeOpen, setNoticeOpen] = useState(false)
  const isKnown = typeof isSmsSold === 'boolean'
  const isPush = push?.isChosen === true
  const isSms = !isPush && (isSmsSold ? channel === 'sms' : isNoticeOpen)
  const choose = (chosen: OrderChannel) => {
    push?.onChoose(false)
    onChange(chosen)
  }
  const choosePush = () => {
    onChange('email')
    push?.onChoose(true)
  }
  const hasTexts = isOffered('texts')
  // One way is no choice.
  if (!hasTexts && !push) return null
  return (
    <fieldset data-offer={push ? undefined : 'texts'}>
      <legend className="pb-1 text-14 font-bold">Send alerts by</legend>
      {isKnown ? (
        <div className="choice">
          <Choice
            isChosen={!isSms && !isPush}
            onChoose={() => {
              setNoticeOpen(false)
              choose('email')
            }}
          >
            <FormIcon name="mail" size={20} />
            Email
          </Choice>
          {hasTexts && (
            <Choice isChosen={isSms} onChoose={() => (isSmsSold ? choose('sms') : setNoticeOpen(true))}>
              <FormIcon name="phone" size={20} />
              SMS
            </Choice>
          )}
          {push && (
            <Choice isChosen={isPush} onChoose={choosePush}>
              <Icon name="bell" size={20} />
              Push
            </Choice>
          )}
        </div>
      ) : (
        <div className="flex min-h-12 items-center gap-1.5">
          <FormIcon name="mail" size={20} />
          <span>Email</span>
          {isSmsSold === undefined && <span className="skeleton ml-4 w-18" />}
        </div>
      )}
      {isNoticeOpen && (
        <LaterPart load={SmsNotice.load}>
          <SmsNotice onClose={() => setNoticeOpen(false)} />
        </LaterPart>
      )}
    </fieldset>
  )
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode }

const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <label>
    <input type="radio" name="channel" checked={isChosen} onChange={onChoose} />
    {children}
  </label>
)
