import { Suspense, useState } from 'react'
import { later } from '../../lib/later.ts'
import { Icon } from '../../ui/icon.tsx'

const SmsNotice = later(() => import('./sms-notice.tsx'), 'SmsNotice')

type ChannelChoiceProps = {
  /** SMS is not sold yet, and its choice says so. Null while this is not known. */
  isSmsAnnounced: boolean | null
}

/**
 * How alerts are sent. Choosing an SMS that is only announced says so and returns to email (core, section 2). Without
 * a choice the row says email, so that the form does not move when the answer comes.
 */
export function ChannelChoice({ isSmsAnnounced }: ChannelChoiceProps) {
  return isSmsAnnounced ? (
    <AnnouncedChoice />
  ) : (
    <div>
      <p className="pb-1 text-14 font-bold">Send alerts by</p>
      <div className="flex min-h-12 items-center gap-1.5">
        <Icon name="mail" size={20} />
        <span>Email</span>
        {isSmsAnnounced === null && <span className="skeleton ml-4 w-18" />}
      </div>
    </div>
  )
}

function AnnouncedChoice() {
  const [isNoticeOpen, setNoticeOpen] = useState(false)
  return (
    <fieldset>
      <legend className="pb-1 text-14 font-bold">Send alerts by</legend>
      <div className="choice">
        <label>
          <input type="radio" name="channel" checked={!isNoticeOpen} readOnly />
          <Icon name="mail" size={20} />
          Email
        </label>
        <label>
          <input type="radio" name="channel" checked={isNoticeOpen} onChange={() => setNoticeOpen(true)} />
          <Icon name="phone" size={20} />
          SMS
        </label>
      </div>
      {isNoticeOpen && (
        <Suspense>
          <SmsNotice onClose={() => setNoticeOpen(false)} />
        </Suspense>
      )}
    </fieldset>
  )
}
